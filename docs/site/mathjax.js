// Formulas stand between \( \) and \[ \] in elements of the class arithmatex.
window.MathJax = {
  messageStyle: "none",
  tex2jax: {inlineMath: [["\\(", "\\)"]], displayMath: [["\\[", "\\]"]], processEscapes: true},
  SVG: {font: "TeX", linebreaks: {automatic: false}},
  menuSettings: {zoom: "None"},
};
