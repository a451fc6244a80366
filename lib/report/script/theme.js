const themeButton = document.getElementById("theme");
const systemDark = window.matchMedia("(prefers-color-scheme: dark)");
const redrawn = []; // called where colours have changed

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : systemDark.matches;
}

function themeChanged() {
  themeButton.textContent = isDark() ? "Light theme" : "Dark theme";
  for (const draw of redrawn) draw();
}

/** What a colour of the style sheet is now. */
function colour(name) {
  const probe = element("i");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

themeButton.addEventListener("click", () => {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  themeChanged();
});
systemDark.addEventListener("change", themeChanged);

let beforePrint = null;
window.addEventListener("beforeprint", () => {
  beforePrint = { theme: document.documentElement.dataset.theme, closed: [...document.querySelectorAll("details:not([open])")] };
  document.documentElement.dataset.theme = "light";
  for (const details of beforePrint.closed) details.open = true;
  themeChanged();
});
window.addEventListener("afterprint", () => {
  if (beforePrint.theme) document.documentElement.dataset.theme = beforePrint.theme;
  else delete document.documentElement.dataset.theme;
  for (const details of beforePrint.closed) details.open = false;
  themeChanged();
});
