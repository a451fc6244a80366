const data = JSON.parse(document.getElementById("data").textContent);
document.title = `mixcert report: ${data.folder}`;
document.getElementById("folder").textContent = data.folder;
document.getElementById("producer").textContent = `Made by mixcert ${data.program}.`;

const spectrum = spectra(data);
const parts = [overview(data), norms(data), meanSquares(data), products(data), spectrum.part, maps(data), streamUse(data), states(data, spectrum.show), files(data)];
document.getElementById("main").append(...parts);
for (const part of parts) document.getElementById("contents").append(element("li", {}, element("a", { href: `#${part.id}` }, part.querySelector("h2").textContent)));
themeChanged();
