/* A number is [text, lower end, upper end]; the ends as numbers serve for places in plots and for order, nothing else. */

const lower = (x) => Number(x[1]);
const upper = (x) => Number(x[2]);
const place = (x) => (lower(x) + upper(x)) / 2;
const isNumber = (x) => Array.isArray(x);

const enclosureText = (x) => `${x[0]} in [${x[1]}, ${x[2]}]`;

/** log10 of a positive decimal of any size. */
function logarithm(decimal) {
  const [digits, exponent = "0"] = decimal.split("e");
  return Math.log10(Number(digits)) + Number(exponent);
}

/** An element that shows its enclosure; moved to with the keyboard inside what `roving` was called for. */
function withTip(made, text) {
  made.classList.add("n");
  made.setAttribute("tabindex", -1);
  made.dataset.tip = text;
  return made;
}

/** Of a number, a bound (a text), nothing, a stream, or what was not decided or bounded. */
function shown(x) {
  if (isNumber(x)) return withTip(element("span", {}, x[0]), enclosureText(x));
  if (x === "undecided") return element("span", { class: "undecided" }, "undecided");
  if (x === null || x === undefined) return element("span", { class: "quiet" }, "–");
  if (typeof x === "string") return withTip(element("span", {}, `≤ ${x}`), `at most ${x}`);
  if ("index" in x) return element("span", {}, `stream ${x.index}`);
  return withTip(element("span", { class: "undecided" }, "none"), x.none);
}
