/* Which streams the gates of each site use, over depth. */

function strip(d, view, kind) {
  const streams = [...Array(d.streams).keys()];
  const winner = (i, j) => view.winners[i] && typeof view.winners[i] === "object" && view.winners[i].index === j;
  const head = element("tr", {}, element("th", { class: "left" }, `${kind} gates`), d.sites.map((_, i) => element("th", { scope: "col" }, String(i))));
  const rows = streams.map((j) => element("tr", {}, element("th", { scope: "row", class: "left" }, `stream ${j}`), d.sites.map((_, i) => {
    const load = view.loads[i][j];
    if (!isNumber(load)) return element("td", {}, shown(load));
    const cell = withTip(element("td", { class: winner(i, j) ? "winner" : null }, load[0]), `${d.sites[i]}, stream ${j}: load ${enclosureText(load)}${winner(i, j) ? ", the winner" : ""}`);
    cell.style.background = shade(place(load), "actual");
    return cell;
  })));
  const last = view.winners.some((x) => x) ? [element("tr", {}, element("th", { scope: "row", class: "left" }, "winner"), view.winners.map((x) => element("td", {}, shown(x))))] : [];
  return wide(`${kind} gates by site`, roving(element("table", { class: "heat" }, element("thead", {}, head), element("tbody", {}, rows, last))));
}

function streamUse(data) {
  const title = "Streams used by depth", views = [];
  for (const d of data.diagnoses)
    for (const kind of ["read", "write"]) for (const view of d.gates[kind]) views.push({ d, kind, view });
  if (views.length === 0) return section("streams", title, absent(data.diagnoses.length > 0 ? "are no gates in the diagnoses" : "is no diagnosis", "mixcert diagnose -o FOLDER/diagnosis.json"));
  const groups = [];
  for (const { d, kind, view } of views) {
    let group = groups.find((g) => g.d === d && g.title === view.title);
    if (!group) groups.push((group = { d, title: view.title, strips: [] }));
    group.strips.push([view, kind]);
  }
  const frame = element("div");
  const select = choice("of", groups.map((g) => g.title + (data.diagnoses.length > 1 ? ` (${g.d.sites.length} sites)` : "")), (i) => {
    const { d, strips } = groups[i];
    frame.replaceChildren(element("div", { class: "maps" }, strips.map(([view, kind]) => strip(d, view, kind))),
      element("p", { class: "quiet" }, element("a", { href: d.link }, "diagnosis"), `; sites, in forward order: ${d.sites.map((name, k) => `${k} ${name}`).join(", ")}`));
  });
  select.set(0);
  return section("streams", title,
    element("p", { class: "quiet" }, "Load: the share of a stream's gate in those of its site. A frame marks the winner, the stream with the largest gate (of a sequence, the most frequent one); where enclosures overlap it is undecided."),
    element("div", { class: "controls" }, select.label), frame);
}
