/** An element with attributes and children; a text is only ever a text. */
function element(kind, attributes = {}, ...children) {
  return filled(document.createElement(kind), attributes, children);
}

function svgElement(kind, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", kind), attributes, children);
}

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null));
  return made;
}

/** A labelled choice; `chosen` is called with the option's number, at once with the first. */
function choice(label, options, chosen) {
  const select = element("select", { onchange: () => chosen(Number(select.value)) },
    options.map((text, i) => element("option", { value: i }, text)));
  return { label: element("label", {}, label, select), set: (i) => { select.value = i; chosen(i); } };
}

function section(id, title, ...children) {
  return element("section", { id, "aria-labelledby": `${id}-title` }, element("h2", { id: `${id}-title` }, title), ...children);
}

/** What is said where there are no data: which commands make them. */
function absent(what, ...commands) {
  const parts = commands.flatMap((command, i) => [i > 0 ? " or " : "", element("code", {}, command)]);
  return element("p", { class: "absent" }, `There ${what} in this folder; `, ...parts, commands.length > 1 ? " make them." : " makes them.");
}

/** A box in which what is too wide is scrolled; what is in it takes the focus. */
function wide(label, ...children) {
  return element("div", { class: "wide", role: "region", "aria-label": label }, ...children);
}
