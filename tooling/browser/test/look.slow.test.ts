import { afterAll, describe, expect, it } from "vitest";
import { ccdag } from "@ccdag/processor";
import renderHtml from "@ccdag/render-html";
import { projectIn } from "../../fixtures/project.ts";
import { executablePath, isRequired } from "../browser.ts";
import { Desk } from "../page.ts";

const desk = new Desk();
afterAll(() => desk.close());
const sample = String(await ccdag().use(renderHtml).process(projectIn("sample")));

/** Faults of the layout, as the page measures them. */
function faults(): string[] {
  const found: string[] = [];
  const name = (one: Element) =>
    `${one.tagName.toLowerCase()}.${one.className} "${(one.textContent ?? "").slice(0, 40)}"`;
  if (document.documentElement.scrollWidth > innerWidth)
    found.push(`wider than the window: ${document.documentElement.scrollWidth}`);
  for (const one of document.querySelectorAll<HTMLElement>("body *")) {
    const style = getComputedStyle(one);
    if (one.closest("svg, dialog, .skip") || !one.checkVisibility()) continue;
    const hasWords = [...one.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue!.trim() !== "",
    );
    if (hasWords && Number.parseFloat(style.fontSize) < 12) found.push(`smaller than 12 px: ${name(one)}`);
    const next = one.nextElementSibling;
    if (
      !next ||
      !next.checkVisibility() ||
      /^inline|^contents/.test(style.display) ||
      getComputedStyle(next).display.startsWith("inline")
    )
      continue;
    if (/absolute|fixed/.test(style.position) || /absolute|fixed/.test(getComputedStyle(next).position)) continue;
    const [a, b] = [one.getBoundingClientRect(), next.getBoundingClientRect()];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) found.push(`${name(one)} overlaps ${name(next)}`);
  }
  return found;
}

describe.skipIf(executablePath === undefined && !isRequired)("how a page looks", () => {
  it.each([360, 768, 1280, 1920])("nothing overlaps, is cut off or too small to read at %d px", async (width) => {
    const { page } = await desk.open(sample, { viewport: { width, height: 800 } });
    expect(await page.evaluate(faults)).toEqual([]);
    await page.locator("body").press("o");
    expect(await page.evaluate(faults)).toEqual([]);
  });

  it("the look is looked at: what overlaps, is too wide or too small is found", async () => {
    const style = "<style>h1{margin-bottom:-2.5rem} .main{min-width:99rem} small{font-size:9px}</style>";
    const { page } = await desk.open(
      sample.replace(/<meta http-equiv[^>]*>/, "").replace("</head>", `${style}</head>`),
      {
        viewport: { width: 360, height: 800 },
      },
    );
    await page.evaluate(() => document.querySelector<HTMLDetailsElement>(".side > details")!.setAttribute("open", ""));
    const found = (await page.evaluate(faults)).join("\n");
    expect(found).toMatch(/wider than the window/);
    expect(found).toMatch(/overlaps/);
    expect(found).toMatch(/smaller than 12 px/);
  });
});
