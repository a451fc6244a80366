/* What a chain of sites makes of its input. */

const logMark = (x) => isNumber(x) && logarithm(x[1]) > -Infinity && { low: logarithm(x[1]), middle: (logarithm(x[1]) + logarithm(x[2])) / 2, high: logarithm(x[2]) };
const logBound = (text) => { const v = logarithm(text); return Number.isFinite(v) ? { low: v, middle: v, high: v } : null; };

function chainPlot(chain) {
  const of = (i) => chain.products.filter((product) => product.length === i + 1);
  const marks = (key) => chain.sites.map((_, i) => (of(i).length > 0 ? logMark(of(i)[0][key]) || null : null));
  const whole = chain.products.length === chain.sites.length;
  return depthPlot({
    names: chain.sites.map((site, i) => String(i + 1)),
    logarithmic: true,
    marks: [
      { title: "local norms multiplied so far: only an upper bound", colour: "bound", line: true, dash: true, at: chain.running.map(logBound) },
      { title: whole ? "norm of the product so far" : "norm of the product, where a certificate has it", colour: "actual", line: true, at: marks("norm") },
      { title: "norm of the frozen product", colour: "frozen", line: true, at: marks("frozen_norm") },
    ],
    readout: (i) => [element("strong", { class: "name" }, `through ${i + 1} of ${chain.sites.length} sites, the last one ${chain.sites[i].name}`),
      said("norm of the Jacobian there", chain.local[i]), said("local norms multiplied", chain.running[i]),
      ...of(i).flatMap((product) => [said("norm of the product", product.norm), said("frozen", product.frozen_norm)])],
    xLabel: "sites passed", yLabel: "gain (logarithmic)", description: "Gain over depth",
  });
}

function chainTable(chain) {
  const rows = chain.products.map((product) => element("tr", {}, element("td", {}, String(product.length)),
    ["norm", "frozen_norm", "norm_ratio", "smallest", "mean_square_ratio", "product_of_norms"].map((key) => element("td", {}, shown(product[key]))),
    element("td", { class: "left" }, product.method), element("td", { class: "left" }, element("a", { href: product.link }, "certificate"))));
  const head = ["sites", "norm", "frozen norm", "ratio", "smallest", "mean-square ratio", "local norms multiplied"].map((title) => element("th", {}, title));
  return wide("Products", roving(element("table", {}, element("thead", {}, element("tr", {}, head, element("th", { class: "left" }, "method"), element("th", { class: "left" }, "file"))),
    element("tbody", {}, rows))));
}

function localTable(chain) {
  const rows = chain.sites.map((site, i) => element("tr", {}, element("td", {}, String(i + 1)), element("td", { class: "text" }, site.name),
    element("td", { class: "text" }, site.state), element("td", {}, shown(chain.local[i])), element("td", {}, shown(chain.running[i]))));
  return element("details", {}, element("summary", {}, "Local norms as a table"), wide("Local norms", roving(element("table", {},
    element("thead", {}, element("tr", {}, element("th", {}, "number"), ["site", "state"].map((t) => element("th", { class: "left" }, t)), ["norm there", "multiplied so far"].map((t) => element("th", {}, t)))),
    element("tbody", {}, rows)))));
}

function products(data) {
  const parts = [];
  if (data.chains.length === 0) parts.push(absent("are no products", "mixcert product -o FOLDER/product.json"));
  for (const chain of data.chains) {
    const mixer = chain.products[0].mixer;
    parts.push(element("h3", { class: "name" }, `${mixer}, ${chain.sites.length} sites, ${chain.sites[0].name} to ${chain.sites[chain.sites.length - 1].name}`), ...chainPlot(chain));
    if (chain.products.length < chain.sites.length)
      parts.push(element("p", { class: "quiet" }, "Norms of products of the first sites alone are not in one certificate; ", element("code", {}, "mixcert product --sites"), " makes a certificate of each."));
    parts.push(chainTable(chain), localTable(chain));
  }
  return section("products", "Product gain over depth", ...parts);
}
