// The page of mixcert report in a browser: mouse, keyboard, both themes, narrow and wide, names that are markup, ten thousand
// records. usage: page.js CHROMIUM PAGE_WITH_ALL PAGE_WITH_MANY PAGE_OF_EXAMPLE [SCREENSHOT_FOLDER]
"use strict";
const { existsSync } = require("node:fs");
const { fileURLToPath, pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const [executablePath, all, many, example, screenshots] = process.argv.slice(2);
const args = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
const widths = [360, 1400], schemes = ["light", "dark"], mostSeconds = 2, leastContrast = 4.5, screenshotHeight = 1300;
let passed = 0, failed = 0;

function check(name, holds, seen) {
  if (holds) return void ++passed;
  ++failed;
  console.log(`FAILED ${name}: ${JSON.stringify(seen)}`);
}

/** A page of its own, of which every request and message counts. */
async function opened(browser, file, width, colorScheme) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage(), url = pathToFileURL(file).href, name = `${colorScheme}, ${width} px`;
  const requests = [], messages = [];
  page.on("request", (request) => { if (request.url() !== url) requests.push(request.url()); });
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
  const begin = Date.now();
  await page.goto(url);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const seconds = (Date.now() - begin) / 1000;
  const close = async () => {
    check(`${name}: no requests`, requests.length === 0, requests);
    check(`${name}: no messages`, messages.length === 0, messages);
    await context.close();
  };
  return { page, name, seconds, close };
}

/** Of the style sheet's colours on its paper and of the cells of maps, as WCAG defines it. */
function contrasts() {
  const pixel = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    pixel.fillStyle = colour;
    pixel.fillRect(0, 0, 1, 1);
    const parts = [...pixel.getImageData(0, 0, 1, 1).data].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05;
  };
  const contrast = (one, other) => Math.max(light(one), light(other)) / Math.min(light(one), light(other));
  const named = (name) => {
    const probe = document.createElement("i");
    probe.style.color = `var(--${name})`;
    document.body.append(probe);
    const colour = getComputedStyle(probe).color;
    probe.remove();
    return colour;
  };
  const cells = [...document.querySelectorAll(".heat td.n")].map((cell) => getComputedStyle(cell));
  return [...["ink", "quiet", "actual", "frozen", "bound", "bad"].map((name) => [name, contrast(named(name), named("paper"))]),
    ...cells.map((style) => [style.backgroundColor, contrast(style.color, style.backgroundColor)])];
}

async function appearance({ page, name }) {
  const size = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  check(`${name}: nothing overflows`, size[0] <= size[1], size);
  check(`${name}: names are no markup`, (await page.title()).startsWith("mixcert report: ") && (await page.locator("img").count()) === 0, await page.title());
  const drawn = await page.locator(".plot canvas").evaluateAll((list) => list.map((canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((v) => v !== 0)));
  check(`${name}: plots are drawn`, drawn.every((x) => x), drawn);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (const which of ["as it came", "toggled"]) {
    const low = (await page.evaluate(contrasts)).filter(([, contrast]) => !(contrast >= leastContrast));
    check(`${name}: contrasts ${which}`, low.length === 0, low);
    if (which === "toggled") break;
    const before = await ground();
    await page.click("#theme");
    check(`${name}: the theme changes`, (await ground()) !== before, before);
  }
  await page.click("#theme");
}

const cells = (page, column) => page.locator(`#states tbody td:nth-child(${column})`).allTextContents();
const isSorted = (list, direction) => list.every((x, i) => i === 0 || direction * (Number(x) - Number(list[i - 1])) >= 0);

async function table({ page }) {
  const count = () => page.locator("#states [role=status]").textContent();
  const head = page.locator("#states th", { hasText: "‖J‖/‖H‖" });
  await page.selectOption("#states select >> nth=-1", { label: "certified" });
  for (const [order, direction] of [["descending", -1], ["ascending", 1]]) {
    await head.locator("button").click();
    const ratios = await cells(page, 5);
    check(`table: ${order}`, ratios.length > 5 && isSorted(ratios, direction) && (await head.getAttribute("aria-sort")) === order, ratios);
  }
  const all = await count();
  await page.fill("#states input", "layers.1");
  const sites = await cells(page, 1);
  check("table: a filter", sites.length > 0 && sites.every((x) => x === "layers.1.hc") && (await count()) !== all, sites);
  await page.fill("#states input", "no such site");
  check("table: nothing matches", (await count()) === "no states match", await count());
  await page.fill("#states input", "");
  const first = await cells(page, 2);
  await page.click("#states .pages >> text=Next");
  check("table: the next page", JSON.stringify(await cells(page, 2)) !== JSON.stringify(first), first);
}

async function mouse({ page }) {
  const number = page.locator("#states td .n").first();
  await number.hover();
  const tip = page.locator("#tip"), text = await tip.textContent(), value = await number.textContent();
  check("mouse: the enclosure", (await tip.isVisible()) && text.startsWith(`${value} in [`), text);
  const button = page.locator("#states tbody button").last();
  await button.click();
  const row = await page.locator("#states tbody tr", { has: page.locator("button") }).last().locator("td").first().textContent();
  const chosen = await page.locator("#spectrum select").evaluate((select) => select.selectedOptions[0].textContent);
  check("mouse: a row's spectrum", chosen.startsWith(row), [row, chosen]);
  const marks = await page.locator("#spectrum svg .n").count();
  check("spectrum: marks and bars", marks > 4 && (await page.locator("#spectrum svg .bar").count()) > 0, marks);
  const links = await page.locator("main a[href]:not([href^='#'])").evaluateAll((list) => list.map((a) => a.href));
  const dead = links.filter((link) => !existsSync(fileURLToPath(link)));
  check("links: all lead to files", links.length > 5 && dead.length === 0, dead);
}

async function keyboard({ page }) {
  await page.locator("#states select").last().selectOption({ index: 0 });
  await page.locator(".skip").focus();
  const seen = [];
  for (let i = 0; i < 400; ++i) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => { const e = document.activeElement; return e === document.body ? "" : `${e.closest("section")?.id ?? e.id}:${e.tagName}.${e.getAttribute("class") ?? ""}`; });
    if (at === "" || (i > 0 && at === seen[0])) break;
    seen.push(at);
  }
  for (const stop of ["theme:BUTTON.", "norms:DIV.plot", "products:DIV.plot", "spectrum:SELECT.", "spectrum:g.n", "maps:TD.n", "streams:TD.n", "states:INPUT.", "states:BUTTON.", "states:SPAN.n"])
    check(`keyboard: tab reaches ${stop}`, seen.includes(stop), seen);
  check("keyboard: no trap", seen.length < 400, seen.length);
  await page.locator("#states td .n").first().focus();
  for (const key of ["ArrowRight", "ArrowDown"]) {
    await page.keyboard.press(key);
    const { text, tip, stops, described } = await page.evaluate(() => ({ text: document.activeElement.textContent, tip: document.getElementById("tip").textContent,
      stops: document.querySelectorAll("#states table [tabindex='0']").length, described: document.activeElement.getAttribute("aria-describedby") }));
    check(`keyboard: ${key} in the table`, tip.startsWith(`${text} in [`) && stops === 1 && described === "tip", { text, tip, stops, described });
  }
  const place = await page.evaluate(() => { const cell = document.activeElement.closest("td"); return [cell.cellIndex, cell.parentNode.rowIndex]; });
  check("keyboard: a column is kept", place[0] === 3 && place[1] === 2, place);
  await page.locator("#norms .plot").focus();
  await page.keyboard.press("ArrowRight");
  const said = await page.locator("#norms .readout").textContent();
  check("keyboard: a plot's numbers", said.includes("layers.0.hc") && said.includes(" in ["), said);
}

async function contents({ page }) {
  const options = await page.locator("#streams option").allTextContents();
  await page.locator("#streams select").selectOption({ index: options.findIndex((text) => text.startsWith("state 0")) });
  const winners = await page.locator("#streams .undecided").allTextContents();
  check("streams: equal gates have no winner", winners.length === 1 && winners[0] === "undecided", winners);
  check("streams: winners are framed", (await page.locator("#streams td.winner").count()) > 3, await page.locator("#streams td.winner").count());
  check("mixers: one heat map a site", (await page.locator("#maps figure").count()) === 5, await page.locator("#maps figure").count());
  const unread = await page.locator("#files li").allTextContents();
  check("files: what is not shown, and why", unread.length === 2 && unread.some((text) => text.includes("could not be certified: </script>")), unread);
  check("all sections have data", (await page.locator(".absent").count()) === 0, await page.locator(".absent").allTextContents());
  const closed = () => page.locator("details:not([open])").count();
  const before = await closed();
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  check("print: tables are open, on white", (await closed()) === 0 && (await page.evaluate(() => document.documentElement.dataset.theme)) === "light", before);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  check("print: as before", (await closed()) === before && before > 0, before);
  check("licence of the library", (await page.locator("footer pre").textContent()).includes("Permission is hereby granted"), "");
}

/** What stands in the page as markup by mistake does nothing. */
async function policy(browser) {
  const { page } = await opened(browser, example, 1400, "light");
  const ran = await page.evaluate(() => new Promise((done) => {
    window.strange = () => done(true);
    document.body.insertAdjacentHTML("beforeend", "<details ontoggle='strange()' open></details>");
    setTimeout(() => done(false), 300);
  }));
  check("no other script runs", !ran, ran);
  await page.context().close();
}

async function main() {
  const browser = await chromium.launch({ executablePath, args });
  for (const width of widths)
    for (const scheme of schemes) {
      const view = await opened(browser, all, width, scheme);
      await appearance(view);
      if (width === 1400) for (const part of [contents, table, mouse, keyboard]) await part(view);
      await view.close();
      if (screenshots) {
        const shown = await opened(browser, example, width, scheme);
        await shown.page.setViewportSize({ width, height: screenshotHeight });
        if (scheme === "dark") await shown.page.locator("#spectrum").evaluate((part) => part.scrollIntoView());
        await shown.page.screenshot({ path: `${screenshots}/report-${scheme}-${width}.png` });
        await shown.close();
      }
    }
  await policy(browser);
  const large = await opened(browser, many, 1400, "light");
  console.log(`10000 records open in ${large.seconds.toFixed(2)} s`);
  check("many records open soon", large.seconds < mostSeconds, large.seconds);
  check("many records are there", (await large.page.locator("#states [role=status]").textContent()).endsWith(" of 10000 states"), "");
  await large.page.selectOption("#states select", { label: "failed" });
  check("failures say why", (await large.page.locator("#states td.failed").first().textContent()).includes("NaN"), "");
  const absent = await large.page.locator(".absent").allTextContents();
  check("what is absent names its command", absent.length === 4 && absent.some((text) => text.includes("mixcert product")), absent);
  await large.close();
  await browser.close();
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

main().then((status) => { process.exitCode = status; });
