const tip = document.getElementById("tip");

function showTip(at) {
  tip.textContent = at.dataset.tip;
  tip.hidden = false;
  const box = at.getBoundingClientRect(), width = tip.offsetWidth, room = document.documentElement.clientWidth - width - 6;
  tip.style.left = `${window.scrollX + Math.max(6, Math.min(box.left, room))}px`;
  const above = box.top - tip.offsetHeight - 6;
  tip.style.top = `${window.scrollY + (above > 0 ? above : box.bottom + 6)}px`;
}

const hideTip = () => { tip.hidden = true; };
const tipped = (event) => event.target.closest?.("[data-tip]");

document.addEventListener("mouseover", (event) => (tipped(event) ? showTip(tipped(event)) : hideTip()));
document.addEventListener("focusin", (event) => {
  const at = tipped(event);
  if (!at) return hideTip();
  at.setAttribute("aria-describedby", "tip");
  showTip(at);
});
document.addEventListener("focusout", hideTip);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") hideTip(); });

/** The numbers in it are one stop of the tab key; arrow keys go from one to the next, and up and down within a column. */
function roving(container) {
  const all = () => [...container.querySelectorAll(".n")];
  const enter = () => {
    const list = all();
    if (list.length > 0 && !list.some((n) => n.getAttribute("tabindex") === "0")) list[0].setAttribute("tabindex", 0);
  };
  const vertical = (at, step) => {
    const cell = at.closest("td"), rows = cell ? [...cell.closest("table").rows] : [];
    for (let i = rows.indexOf(cell?.parentNode) + step; cell && i >= 0 && i < rows.length; i += step) {
      const found = rows[i].cells[cell.cellIndex];
      const number = found?.matches(".n") ? found : found?.querySelector(".n");
      if (number) return number;
    }
    return null;
  };
  const move = (event) => {
    const at = event.target.closest(".n");
    if (!at) return;
    const list = all(), i = list.indexOf(at);
    const next = { ArrowRight: () => list[i + 1], ArrowLeft: () => list[i - 1], ArrowDown: () => vertical(at, 1),
      ArrowUp: () => vertical(at, -1), Home: () => list[0], End: () => list[list.length - 1] }[event.key]?.();
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  container.addEventListener("keydown", move);
  container.addEventListener("focusin", (event) => {
    const at = event.target.closest(".n");
    if (!at) return;
    for (const n of container.querySelectorAll('.n[tabindex="0"]')) n.setAttribute("tabindex", -1);
    at.setAttribute("tabindex", 0);
  });
  new MutationObserver(enter).observe(container, { childList: true, subtree: true });
  enter();
  return container;
}
