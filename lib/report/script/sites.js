/* What the states of each site come to. */

const ofStates = ["least", "median", "largest"];

function siteTable(sites, quantities) {
  const head = element("tr", {}, element("th", { class: "left" }, "site"), element("th", {}, "states"),
    quantities.flatMap(([title]) => ofStates.map((which) => element("th", {}, `${title}, ${which}`))));
  const rows = sites.map((site) => element("tr", {}, element("td", { class: "text" }, site.name), element("td", {}, String(site.states)),
    quantities.flatMap(([, key]) => ofStates.map((which) => element("td", {}, shown(site[key]?.[which]))))));
  return element("details", {}, element("summary", {}, "The numbers as a table"),
    wide("Numbers by site", roving(element("table", {}, element("thead", {}, head), element("tbody", {}, rows)))));
}

const markOf = (x) => x && { low: lower(x.least), middle: place(x.median), high: upper(x.largest) };

/** `quantities`: [title, key, colour]. */
function sitePlot(source, quantities, yLabel, description) {
  const { sites } = source, few = sites.every((site) => site.states <= 1);
  return [...depthPlot({
    names: sites.map((site) => site.name),
    marks: quantities.map(([title, key, of]) => ({ title: few ? title : `${title}: median, and from the least lower to the largest upper end`, colour: of, line: sites.length > 1, at: sites.map((site) => markOf(site[key])) })),
    readout: (i) => [element("strong", { class: "name" }, `${sites[i].name}, ${sites[i].states} states`),
      ...quantities.flatMap(([title, key]) => (sites[i][key] ? (few ? ["median"] : ofStates).map((which) => said(few ? title : `${title}, ${which}`, sites[i][key][which])) : [said(title, null)]))],
    xLabel: "site, in forward order", yLabel, description,
  }), siteTable(sites, quantities)];
}

/** One source at a time, of those that have the quantity. */
function ofSources(data, key, draw) {
  const having = data.sources.map((source) => ({ title: source.title, sites: source.sites.filter((site) => site[key]) })).filter((source) => source.sites.length > 0);
  if (having.length === 0) return null;
  const place = element("div");
  const select = choice("measured by", having.map((source) => source.title), (i) => place.replaceChildren(...draw(having[i])));
  select.set(0);
  return [having.length > 1 ? element("div", { class: "controls" }, select.label) : null, place];
}

function norms(data) {
  const parts = ofSources(data, "norm", (source) => sitePlot(source, [["actual norm ‖J‖", "norm", "actual"], ["frozen norm ‖H‖", "frozen_norm", "frozen"]],
    "largest singular value", "Actual and frozen norm by site"));
  return section("norms", "Actual and frozen norm by site",
    element("p", { class: "quiet" }, "‖J‖ is the largest gain of the true Jacobian, ‖H‖ that of the realised mixer with its routing held fixed. Bands are certified: every state of the site lies within."),
    ...(parts ?? [absent("are no norms", "mixcert batch", "mixcert certify", "mixcert diagnose --jacobian")]));
}

function meanSquares(data) {
  const parts = ofSources(data, "mean_square_ratio", (source) => [...sitePlot(source, [["mean-square ratio", "mean_square_ratio", "actual"]], "actual / frozen mean square", "Mean-square ratio by site"),
    ...(source.sites.some((site) => site.mean_square_ratio.count < site.states - site.failed)
      ? [element("p", { class: "quiet" }, `Of the states that have certificates (${source.sites.reduce((sum, site) => sum + site.mean_square_ratio.count, 0)}): records of a batch do not have this ratio.`)] : [])]);
  return section("mean-squares", "Mean-square ratio by site",
    element("p", { class: "quiet" }, "The mean of all squared singular values of J over that of the frozen map: 1 where routing feedback neither adds nor takes gain on average."),
    ...(parts ?? [absent("are no mean-square ratios", "mixcert batch --certificates all", "mixcert certify", "mixcert diagnose --jacobian")]));
}
