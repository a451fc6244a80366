/* Realised mixers as heat maps. */

const shade = (part, hue) => `color-mix(in oklab, var(--${hue}) ${Math.round(Math.min(1, Math.abs(part)) * 50)}%, var(--paper))`;

function heatMap(H, caption, largest) {
  const n = H.length;
  const head = element("tr", {}, element("th", {}, "to \\ from"), H[0].map((_, j) => element("th", { scope: "col" }, String(j))));
  const rows = H.map((row, i) => element("tr", {}, element("th", { scope: "row" }, String(i)), row.map((x) => {
    const cell = withTip(element("td", {}, x[0]), enclosureText(x));
    cell.style.background = shade(place(x) / largest, place(x) < 0 ? "frozen" : "actual");
    return cell;
  })));
  return element("figure", {}, element("figcaption", {}, caption), wide(`Mixer, ${caption}`, roving(element("table", { class: "heat", "aria-label": `${n} by ${n} weights, ${caption}` }, element("thead", {}, head), element("tbody", {}, rows)))));
}

function scaleOf(largest) {
  const bar = element("i");
  bar.style.background = `linear-gradient(to right, ${[-1, -0.5, 0, 0.5, 1].map((v) => shade(v, v < 0 ? "frozen" : "actual")).join(", ")})`;
  const end = largest.toPrecision(3);
  return element("div", { class: "scale", "aria-hidden": "true" }, `−${end}`, bar, `+${end}`);
}

function maps(data) {
  const views = [
    ...data.diagnoses.flatMap((d) => d.maps.map((m) => ({ title: `diagnosis of ${d.sites.length} sites, ${m.title}`, maps: m.H.map((H, i) => [H, `site ${i}, ${d.sites[i]}`]).filter(([H]) => H) }))),
    ...data.spectra.filter((x) => x.H?.length > 0).map((x) => ({ title: stateTitle(data, x.of), maps: [[x.H, data.sources[x.of[0]].sites[x.of[1]].name]] })),
  ].filter((view) => view.maps.length > 0);
  if (views.length === 0) return section("maps", "Mixers", absent("are no realised mixers", "mixcert diagnose -o FOLDER/diagnosis.json", "mixcert batch --certificates all", "mixcert certify"));
  const frame = element("div");
  const select = choice("state", views.map((view) => view.title), (i) => {
    const largest = Math.max(...views[i].maps.flatMap(([H]) => H.flat().map((x) => Math.abs(place(x))))) || 1;
    frame.replaceChildren(scaleOf(largest), element("div", { class: "maps" }, views[i].maps.map(([H, caption]) => heatMap(H, caption, largest))));
  });
  select.set(0);
  return section("maps", "Mixers", element("p", { class: "quiet" }, "H at a state: the weight of each source stream (column) in each output stream (row)."), element("div", { class: "controls" }, select.label), frame);
}
