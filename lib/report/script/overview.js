function overview(data) {
  const sites = data.sources.flatMap((source) => source.sites);
  const failed = sites.reduce((sum, site) => sum + site.failed, 0);
  const ratios = sites.filter((site) => site.norm_ratio);
  const facts = element("dl", { class: "facts" });
  const fact = (name, ...value) => facts.append(element("div", {}, element("dt", {}, name), element("dd", {}, ...value)));
  for (const source of data.sources) {
    const count = (key) => source.sites.reduce((sum, site) => sum + site[key], 0);
    fact(`${source.title}, states`, `${count("states") - count("failed")} of ${count("states")} certified`, element("small", { class: "name" }, ` at ${source.sites.length} sites`));
  }
  fact("mixers", [...new Set([...sites, ...data.diagnoses, ...data.chains.flatMap((chain) => chain.products)].map((x) => x.mixer))].join(", ") || "–");
  if (ratios.length > 0) {
    const worst = ratios.reduce((a, b) => (upper(b.norm_ratio.largest) > upper(a.norm_ratio.largest) ? b : a));
    fact("largest actual/frozen norm", shown(worst.norm_ratio.largest), element("small", { class: "name" }, ` at ${worst.name}`));
  }
  for (const chain of data.chains) {
    const last = chain.products[chain.products.length - 1];
    fact(`gain through ${last.length} sites`, shown(last.norm));
  }
  fact("other certificates", String(data.files.length));
  const parts = [facts];
  if (failed > 0) parts.push(element("p", { class: "failed" }, `${failed} states have no spectrum; the table says why.`));
  return section("overview", "Overview", roving(element("div", {}, ...parts)));
}
