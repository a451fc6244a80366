/* Numbers over sites or depth, drawn by uPlot. */

/** Names where they are short, or few, else numbers. */
function depthLabel(names, width) {
  const longest = Math.max(...names.map((name) => name.length));
  const fits = longest <= 3 || (longest <= 14 && names.length * (longest * 8 + 12) < width - 70);
  return fits ? (i) => names[i] : (i) => String(i);
}

/** Every place, or every so many that their labels do not touch. */
function depthTicks(names, label, width) {
  const all = names.map((_, i) => i), longest = Math.max(...all.map((i) => label(i).length));
  const step = Math.ceil((names.length * (longest * 8 + 12)) / Math.max(1, width - 70));
  return all.filter((i) => i % step === 0);
}

/** Heights of a logarithmic axis, given as log10: decades, or a few numbers in each. */
function logarithmicTicks(low, high) {
  const within = high - low > 2.5 ? [1] : high - low > 0.9 ? [1, 2, 5] : [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9];
  const step = Math.max(1, Math.ceil((high - low) / 8)), ticks = [];
  for (let k = Math.floor(low); k <= high; k += high - low > 2.5 ? step : 1)
    for (const m of within) if (k + Math.log10(m) >= low && k + Math.log10(m) <= high) ticks.push(k + Math.log10(m));
  return ticks;
}

/** With all decimals of the distance between neighbours. */
function plainLabels(ticks) {
  const step = ticks.length > 1 ? ticks[1] - ticks[0] : 1, isWhole = (x) => Math.abs(x - Math.round(x)) < 1e-3 && Math.round(x) !== 0;
  let places = 0;
  while (places < 15 && !isWhole(step * 10 ** places)) ++places;
  return ticks.map((v) => v.toFixed(places));
}

const logarithmicLabel = (v) => (Math.abs(v) < 4 ? String(Number((10 ** v).toPrecision(3))) : `1e${Math.round(v)}`);

/**
 * `names` of the places; `marks`: {title, colour, at: [{low, middle, high} or null of each place], line}, as numbers, of a
 * logarithmic axis their log10; `readout(i)`: what is shown of a place; `label`: of the axes.
 */
function depthPlot({ names, marks, readout, xLabel, yLabel, logarithmic = false, description }) {
  const box = element("div", { class: "plot", tabindex: 0, role: "group", "aria-label": `${description}. Left and right arrow keys go from site to site.` });
  const text = element("div", { class: "readout", "aria-live": "polite" }, "Point at a site, or focus the plot and use the arrow keys.");
  const legend = element("ul", { class: "legend" });
  const height = 300;
  let plot = null, current = null;

  const show = (i) => {
    if (i === null || i === current) return;
    current = i;
    text.replaceChildren(...readout(i));
  };
  const data = () => {
    const series = [names.map((_, i) => i)];
    for (const mark of marks) for (const part of ["low", "high", "middle"]) series.push(mark.at.map((x) => (x ? x[part] : null)));
    return series;
  };
  const whiskers = (u) => {
    const { ctx } = u;
    ctx.save();
    marks.forEach((mark, m) => {
      ctx.strokeStyle = colour(mark.colour);
      ctx.lineWidth = 2 * devicePixelRatio;
      mark.at.forEach((x, i) => {
        if (!x) return;
        const at = u.valToPos(i, "x", true) + (m - (marks.length - 1) / 2) * 5 * devicePixelRatio;
        ctx.beginPath();
        ctx.moveTo(at, u.valToPos(x.low, "y", true));
        ctx.lineTo(at, u.valToPos(x.high, "y", true));
        ctx.stroke();
      });
    });
    ctx.restore();
  };
  const draw = () => {
    plot?.destroy();
    const width = Math.max(240, Math.floor(box.clientWidth)), label = depthLabel(names, width);
    const axis = { stroke: colour("quiet"), grid: { stroke: colour("line"), width: 1 }, ticks: { stroke: colour("line") }, font: "12px system-ui, sans-serif", labelFont: "12px system-ui, sans-serif" };
    const faint = (mark) => colour(mark.colour).replace("rgb(", "rgba(").replace(")", ", 0.22)");
    const series = [{}], bands = [];
    for (const mark of marks) {
      bands.push({ series: [series.length + 1, series.length], fill: faint(mark) });
      const edge = { stroke: faint(mark), width: 1, points: { show: false } };
      series.push(edge, edge, { stroke: colour(mark.colour), width: mark.line ? 2 : 0, dash: mark.dash ? [6, 4] : undefined, points: { show: true, size: 7, fill: colour(mark.colour) } });
    }
    plot = new uPlot({
      width, height, series, bands, legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: {
        x: { time: false, range: [-0.5, names.length - 0.5] },
        y: { range: (u, low, high) => { const margin = 0.08 * (high - low || Math.abs(high) || 1); return [low - margin, high + margin]; } },
      },
      axes: [
        { ...axis, label: xLabel, splits: (u, i, low, high) => depthTicks(names, label, width), values: (u, splits) => splits.map(label) },
        { ...axis, label: yLabel, size: 70, values: (u, splits) => plainLabels(splits), ...(logarithmic ? { splits: (u, i, low, high) => logarithmicTicks(low, high), values: (u, splits) => splits.map(logarithmicLabel) } : {}) },
      ],
      hooks: { setCursor: [(u) => show(u.cursor.idx)], draw: [whiskers] },
    }, data(), box);
  };
  const go = (step) => {
    const i = Math.min(names.length - 1, Math.max(0, (current ?? (step > 0 ? -1 : names.length)) + step));
    plot.setCursor({ left: plot.valToPos(i, "x"), top: 10 });
    show(i);
  };
  box.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    go(step);
  });
  for (const mark of marks) {
    const swatch = element("i", { class: mark.dash ? "dash" : null });
    swatch.style.color = `var(--${mark.colour})`;
    legend.append(element("li", {}, swatch, mark.title));
  }
  redrawn.push(() => { if (box.isConnected) draw(); });
  let width = 0;
  new ResizeObserver(() => { if (box.clientWidth > 0 && box.clientWidth !== width) { width = box.clientWidth; draw(); } }).observe(box);
  return [legend, box, text];
}

/** Two texts of a number's enclosure, for a readout. */
function said(title, x) {
  return element("div", {}, `${title}: `, isNumber(x) ? enclosureText(x) : shown(x));
}
