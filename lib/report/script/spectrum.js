/* All singular values of one state. */

const barUnits = 78, mostStep = 16, leastStep = 6;

function stepFor(range) {
  const power = 10 ** Math.floor(Math.log10(range / 5)), times = range / 5 / power;
  return power * (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10);
}

function spectrumPicture(view, room) {
  const { entries } = view, isBar = ([, multiplicity]) => multiplicity > 1;
  const bars = entries.filter(isBar).length, points = entries.length - bars;
  const left = 58, right = 12, top = 14, bottom = 54, height = 340;
  const step = Math.min(mostStep, Math.max(leastStep, (room - left - right - bars * barUnits) / Math.max(points, 1)));
  const width = left + right + bars * barUnits + points * step;
  let least = Math.min(...entries.map(([x]) => lower(x))), greatest = Math.max(...entries.map(([x]) => upper(x)));
  const margin = 0.06 * (greatest - least || 1);
  least -= margin;
  greatest += margin;
  const y = (v) => height - bottom - ((height - top - bottom) * (v - least)) / (greatest - least);
  const svg = svgElement("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Singular values, largest first; arrow keys go from one to the next" });
  const line = (kind, x1, y1, x2, y2) => svgElement("line", { class: kind, x1, y1, x2, y2 });
  const text = (x, at, anchor, kind, ...words) => svgElement("text", { x, y: at, "text-anchor": anchor, class: kind }, ...words);
  const ticks = stepFor(greatest - least), places = Math.max(0, -Math.floor(Math.log10(ticks)));
  for (let k = Math.ceil(least / ticks); k * ticks <= greatest; ++k) {
    svg.append(line("grid", left, y(k * ticks), width - right, y(k * ticks)), text(left - 7, y(k * ticks) + 4, "end", "quiet", (k * ticks).toFixed(places)));
  }
  svg.append(line("axis", left, height - bottom, width - right, height - bottom), line("axis", left, top, left, height - bottom));
  if (view.frozen?.length > 0) svg.append(line("frozen", left, y(place(view.frozen[0])), width - right, y(place(view.frozen[0]))));
  let x = left, index = 1;
  for (const [value, multiplicity, from] of entries) {
    const bar = multiplicity > 1, wideness = bar ? barUnits : step, middle = y(place(value)), high = y(upper(value)), low = y(lower(value));
    const radius = Math.min(4, step / 2 - 0.5), half = bar ? wideness / 2 - 3 : radius, centre = x + wideness / 2;
    const numbers = bar ? `${index} to ${index + multiplicity - 1}` : String(index);
    const mark = withTip(svgElement("g", {}), `value${bar ? "s" : ""} ${numbers}${from ? `, from the ${from === "merged" ? "merger of core and tails" : from}` : ""}: ${enclosureText(value)}`);
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", mark.dataset.tip);
    if (low - high > 2 * radius) mark.append(svgElement("rect", { class: bar ? "bar band" : "mark band", x: centre - half, y: high, width: 2 * half, height: low - high }));
    mark.append(bar ? svgElement("rect", { class: "bar", x: centre - half, y: middle - 2.5, width: 2 * half, height: 5 }) : svgElement("circle", { class: "mark", cx: centre, cy: middle, r: radius }));
    if (bar) mark.append(text(centre, Math.min(high, middle - 2) - 6, "middle", "", `× ${multiplicity}`), text(centre, height - bottom + 16, "middle", "quiet", numbers));
    svg.append(mark);
    x += wideness;
    index += multiplicity;
  }
  svg.append(text(left, height - 12, "start", "", `number of the singular value, 1 to ${index - 1}`));
  const down = (top + height - bottom) / 2;
  svg.append(svgElement("text", { transform: `translate(12 ${down}) rotate(-90)`, "text-anchor": "middle" }, "singular value"));
  return svg;
}

function spectrumTable(view) {
  let index = 1;
  const rows = view.entries.map(([value, multiplicity, from]) => {
    const row = element("tr", {}, element("td", {}, multiplicity > 1 ? `${index} to ${index + multiplicity - 1}` : String(index)), element("td", {}, shown(value)), element("td", {}, String(multiplicity)), element("td", { class: "left" }, from || "–"));
    index += multiplicity;
    return row;
  });
  const head = element("tr", {}, ["number", "value", "multiplicity"].map((title) => element("th", {}, title)), element("th", { class: "left" }, "from"));
  return element("details", {}, element("summary", {}, "The values as a table"), wide("Singular values", roving(element("table", {}, element("thead", {}, head), element("tbody", {}, rows)))));
}

const stateTitle = (data, [source, site, name]) => `${data.sources[source].sites[site].name}, ${/^\d+$/.test(name) ? `state ${name}` : name}${data.sources.length > 1 ? ` (${data.sources[source].title})` : ""}`;

/** The section, and a function that shows a spectrum by its number. */
function spectra(data) {
  const intro = element("p", { class: "quiet" }, "Points are single values of the core, bars values that occur as often as written; bands are enclosures where these can be seen. Dashes: the frozen norm.");
  if (data.spectra.length === 0) return { part: section("spectrum", "Spectrum of a state", absent("are no spectra", "mixcert batch", "mixcert certify")), show: () => {} };
  const place = element("div"), frame = wide("Spectrum");
  let view = data.spectra[0], width = 0;
  const draw = () => frame.replaceChildren(roving(element("div", {}, spectrumPicture(view, width))));
  new ResizeObserver(() => { if (frame.clientWidth > 0 && frame.clientWidth !== width) { width = frame.clientWidth; draw(); } }).observe(frame);
  const select = choice("state", data.spectra.map((x) => stateTitle(data, x.of)), (i) => {
    view = data.spectra[i];
    if (width > 0) draw();
    place.replaceChildren(spectrumTable(view));
  });
  select.set(0);
  const some = data.spectra.length < data.all_spectra ? [element("p", { class: "quiet" }, `Those of ${data.spectra.length} of ${data.all_spectra} states, with the largest actual/frozen ratios of each site first.`)] : [];
  const part = section("spectrum", "Spectrum of a state", intro, element("div", { class: "controls" }, select.label), ...some, frame, place);
  return { part, show: (i) => { select.set(i); part.scrollIntoView(); part.querySelector("select").focus(); } };
}
