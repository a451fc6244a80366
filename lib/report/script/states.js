/* All states, a page of the table at a time. */

const rowsOfPage = 25;
const columns = [
  { title: "site", of: (row, data) => data.sources[row[0]].sites[row[1]].name, left: true },
  { title: "state", of: (row) => row[2], left: true },
  { title: "‖J‖", number: 6 },
  { title: "‖H‖", number: 7 },
  { title: "‖J‖/‖H‖", number: 8 },
  { title: "smallest", number: 9 },
  { title: "mean square", number: 10 },
  { title: "mean-square ratio", number: 11 },
  { title: "feedback rank", of: (row) => row[3] },
];
const failure = (row) => (typeof row[6] === "string" ? row[6] : null);
const inOrder = new Intl.Collator(undefined, { numeric: true });

/** By upper ends, what has none last; sites and states by their places. */
function comparison(column, direction) {
  const key = column.number !== undefined ? (row) => (failure(row) || !row[column.number] ? null : upper(row[column.number]))
    : column.title === "feedback rank" ? (row) => row[3]?.[1] ?? null : null;
  if (!key) return column.title === "site" ? (a, b) => direction * (a[0] - b[0] || a[1] - b[1]) : (a, b) => direction * inOrder.compare(a[2], b[2]);
  return (a, b) => {
    const x = key(a), y = key(b);
    if (x === null || y === null) return (x === null) - (y === null);
    return direction * (x - y);
  };
}

function stateRow(row, data, showSpectrum) {
  const failed = failure(row);
  const cells = columns.map((column) => {
    if (column.number !== undefined) return failed ? null : element("td", {}, shown(row[column.number]));
    if (column.title === "feedback rank") return failed ? null : element("td", {}, row[3] ? (row[3][0] === row[3][1] ? String(row[3][0]) : `${row[3][0]} to ${row[3][1]}`) : "–");
    return element("td", { class: "text" }, column.of(row, data));
  }).filter((cell) => cell);
  if (failed) cells.push(element("td", { class: "text failed", colspan: columns.length - 2 }, failed));
  cells.push(element("td", { class: "left" }, row[4] ? element("a", { href: row[4] }, "certificate") : "–"),
    element("td", { class: "left" }, row[5] === null ? "–" : element("button", { type: "button", onclick: () => showSpectrum(row[5]) }, "spectrum")));
  return element("tr", {}, cells);
}

function states(data, showSpectrum) {
  if (data.states.length === 0) return section("states", "States", absent("are no states", "mixcert batch", "mixcert certify", "mixcert diagnose --jacobian"));
  let sorted = { column: null, direction: 1 }, page = 0, source = -1, status = 0, words = "";
  let rows = data.states;
  const body = element("tbody"), count = element("span", { role: "status" });
  const previous = element("button", { type: "button", onclick: () => turn(page - 1) }, "Previous"), next = element("button", { type: "button", onclick: () => turn(page + 1) }, "Next");
  const heads = columns.map((column) => {
    const button = element("button", { type: "button", onclick: () => sortBy(column) }, column.title);
    return element("th", { class: column.left ? "left" : null, scope: "col", "aria-sort": "none" }, button);
  });
  const table = element("table", {}, element("thead", {}, element("tr", {}, heads, ["file", "plot"].map((title) => element("th", { class: "left", scope: "col" }, title)))), body);

  function turn(to) {
    page = to;
    const first = page * rowsOfPage, last = Math.min(rows.length, first + rowsOfPage);
    body.replaceChildren(...rows.slice(first, last).map((row) => stateRow(row, data, showSpectrum)));
    count.textContent = rows.length === 0 ? "no states match" : `${first + 1} to ${last} of ${rows.length} states${rows.length < data.states.length ? ` that match, of ${data.states.length}` : ""}`;
    previous.disabled = page === 0;
    next.disabled = last >= rows.length;
  }
  function select() {
    const wanted = words.toLowerCase().split(/\s+/).filter((word) => word);
    rows = data.states.filter((row) => (source < 0 || row[0] === source) && (status === 0 || (status === 1) === !failure(row)) &&
      wanted.every((word) => `${columns[0].of(row, data)} ${row[2]} ${failure(row) ?? ""}`.toLowerCase().includes(word)));
    if (sorted.column) rows.sort(comparison(sorted.column, sorted.direction));
    turn(0);
  }
  function sortBy(column) {
    sorted = { column, direction: sorted.column === column ? -sorted.direction : column.number !== undefined ? -1 : 1 };
    heads.forEach((head, i) => {
      const here = columns[i] === column;
      head.setAttribute("aria-sort", here ? (sorted.direction > 0 ? "ascending" : "descending") : "none");
      head.firstChild.textContent = columns[i].title + (here ? (sorted.direction > 0 ? " ▲" : " ▼") : "");
    });
    select();
  }
  const filter = element("input", { type: "search", placeholder: "words", oninput: () => { words = filter.value; select(); } });
  const sources = choice("measured by", ["all", ...data.sources.map((s) => s.title)], (i) => { source = i - 1; select(); });
  const statuses = choice("show", ["all", "certified", "failed"], (i) => { status = i; select(); });
  const controls = element("div", { class: "controls" }, element("label", {}, "site, state or reason has", filter), data.sources.length > 1 ? sources.label : null, statuses.label);
  const some = data.states.length < data.all_states ? [element("p", { class: "quiet" }, `${data.states.length} of ${data.all_states} states: those that failed, and those with the largest ‖J‖/‖H‖. The plots above are of all.`)] : [];
  select();
  return section("states", "States", element("p", { class: "quiet" }, "A click on a heading sorts, by upper ends of enclosures."), ...some, controls, wide("States", roving(table)), element("div", { class: "pages" }, previous, next, count));
}
