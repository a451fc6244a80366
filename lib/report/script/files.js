function files(data) {
  const parts = [];
  if (data.files.length > 0)
    parts.push(wide("Certificates", element("table", {}, element("thead", {}, element("tr", {}, ["kind", "of", "file"].map((t) => element("th", { class: "left" }, t)))),
      element("tbody", {}, data.files.map((f) => element("tr", {}, element("td", { class: "left" }, f.kind), element("td", { class: "text" }, f.of), element("td", { class: "text" }, element("a", { href: f.link }, f.name))))))));
  else parts.push(element("p", { class: "quiet" }, "There are no certificates beside those of a batch, which the table of states links to."));
  if (data.unread.length > 0)
    parts.push(element("h3", { class: "failed" }, `${data.unread.length} files are not shown`),
      element("ul", {}, data.unread.map((f) => element("li", { class: "name" }, element("a", { href: f.link }, f.name), `: ${f.reason}`))));
  return section("files", "Files", ...parts);
}
