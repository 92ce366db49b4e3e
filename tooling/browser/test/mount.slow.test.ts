import type { mount as Mount } from "@ccdag/render-html/browser";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { ccdag } from "@ccdag/processor";
import renderHtml from "@ccdag/render-html";
import type { mount, Mounted } from "@ccdag/render-html/browser";
import { answer, session, tree as treeOf } from "@ccdag/testkit";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectIn } from "../../fixtures/project.ts";
import { indexScript, indexStyle, pageScript, pageStyle } from "../../../packages/render-html/src/generated.ts";
import { executablePath, isRequired } from "../browser.ts";
import { addressOf, Desk, violations } from "../page.ts";

const entry = `
import { mount } from "@ccdag/render-html/browser";
const tree = await (await fetch("tree.json")).json();
const highlight = location.search === "?colours" ? () => import("@ccdag/render-html/highlight") : undefined;
window.mount = mount;
window.mounted = mount(document.querySelector("#talk"), tree, { highlight });
`;
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Somebody's page</title>
<style>article { display: none } body { color: red }</style>
<main><h1>Somebody's page</h1><div id="talk"></div></main><script type="module" src="entry.js"></script></html>`;

const files = new Map<string, string>([
  ["/", page],
  ["/favicon.ico", ""],
]);
const desk = new Desk();
let server: Server;
let url = "";

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: fileURLToPath(new URL("..", import.meta.url)), sourcefile: "entry.js" },
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    conditions: ["@ccdag/source"],
    entryNames: "entry",
    outdir: "/",
    write: false,
  });
  for (const { path, text } of outputFiles) files.set(path.replace(/^.*\//, "/"), text);
  const tree = await ccdag().run(ccdag().parse(projectIn("sample")));
  files.set("/tree.json", JSON.stringify(tree));
  server = createServer((request, response) => {
    const name = request.url!.replace(/\?.*$/, "");
    const type = name.endsWith(".js") ? "text/javascript" : name.endsWith(".json") ? "application/json" : "text/html";
    response.writeHead(files.has(name) ? 200 : 404, { "content-type": type }).end(files.get(name));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await desk.close();
  server.close();
});

/** The modules that the entry loads at once: itself and its imports. */
function bundle(): string {
  const loaded = new Set(["/entry.js"]);
  for (const name of loaded)
    for (const [, other] of files.get(name)!.matchAll(/(?:from|import)\s*"\.(\/[^"]+)"/g)) loaded.add(other!);
  return [...loaded].map((name) => files.get(name)).join("\n");
}

describe("the views from a bundle, without Node", () => {
  it("take less than 123 kB without highlighting, which is loaded when it is wanted", () => {
    const size = gzipSync(bundle()).length;
    console.log(`the views are ${(size / 1000).toFixed(1)} kB, gzip`);
    expect(size).toBeLessThan(123_000);
    expect(bundle()).not.toMatch(/["']node:|require\(["']/);
    expect([...files.keys()].filter((name) => /highlight/.test(name))).toHaveLength(1);
  });
});

describe.skipIf(executablePath === undefined && !isRequired)("the views in somebody's page", () => {
  it("show formulas and drawings with the functions that are given", async () => {
    const { page: own, trips } = await desk.visit(url);
    await own.locator("#talk .main article.prompt").first().waitFor();
    await own.evaluate(
      (talk) => {
        const { mount: show, mounted } = window as unknown as { mount: typeof mount; mounted: Mounted };
        mounted.remove();
        show(document.querySelector("#talk")!, talk, {
          math: (value) => [{ type: "element", tagName: "mi", properties: {}, children: [{ type: "text", value }] }],
          draw: () => '<svg xmlns="http://www.w3.org/2000/svg" width="70" height="20"></svg>',
        });
      },
      treeOf(session("s", answer("a", "so $x^2$\n\n```mermaid\ngraph TD\n```"))),
    );
    const formula = own.locator("#talk math mi");
    await expect
      .poll(() => formula.evaluate((one) => [one.namespaceURI, one.textContent]))
      .toEqual(["http://www.w3.org/1998/Math/MathML", "x^2"]);
    const drawing = own.locator("#talk .drawing img");
    await expect.poll(() => drawing.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(70);
    expect(trips).toEqual([]);
  });

  it("close sections, filter, and switch a branch", async () => {
    const { page: own, trips } = await desk.visit(url);
    const talk = own.locator("#talk");
    await talk.locator(".main article.prompt").first().waitFor();
    await expect
      .poll(() =>
        talk
          .locator(".main article.prompt p")
          .first()
          .evaluate((one) => getComputedStyle(one).color),
      )
      .not.toBe("rgb(255, 0, 0)");
    await talk.locator(".main details.run > summary").first().click();
    const tool = talk.locator(".main details.tool").first();
    await tool.locator("> summary").click();
    await expect.poll(() => tool.getAttribute("open")).not.toBeNull();
    await talk.getByRole("button", { name: "Tools" }).click();
    await expect.poll(() => talk.locator(".main details.tool").filter({ visible: true }).count()).toBe(0);
    const branches = talk.locator(".main section.branch[id]");
    const [first, second] = [branches.nth(0), branches.nth(1)];
    // What comes into view gets its colours, and may move the button away from below the mouse.
    const onlyThis = async () => {
      await first.getByRole("button", { name: "Only this path" }).click();
      return second.isVisible();
    };
    await expect.poll(onlyThis).toBe(false);
    await expect.poll(() => first.isVisible()).toBe(true);
    await talk.getByRole("button", { name: "Show everything" }).click();
    const isThere = await own.evaluate(() => {
      const { mounted } = window as unknown as { mounted: Mounted };
      const leaf = mounted.root.querySelectorAll("section.branch[id]")[1]!.querySelector("article")!.id.slice(4);
      return [mounted.showPath("nobody"), mounted.showPath(leaf)];
    });
    expect(isThere).toEqual([false, true]);
    await expect.poll(() => first.isVisible()).toBe(false);
    await expect.poll(() => addressOf(own)).toMatchObject({ search: "", hash: "" });
    expect(trips).toEqual([]);
    expect(await violations(own)).toEqual([]);
  });

  it("are the elements that a browser makes of the page that is written", async () => {
    const { page: own } = await desk.visit(url);
    await own.locator("#talk .main article.prompt").first().waitFor();
    const written = String(await ccdag().use(renderHtml, { fragment: true }).process(projectIn("sample")));
    const differs = await own.evaluate((text) => {
      const { mounted } = window as unknown as { mounted: Mounted };
      const parsed = new DOMParser().parseFromString(`<main>${text}</main>`, "text/html").querySelector("main")!;
      const made = mounted.root.querySelector(".main")!;
      const html = (one: Element) => {
        const copy = one.cloneNode(true) as Element;
        for (const added of copy.querySelectorAll(".only, .copy, .line:is(button)")) added.remove();
        for (const time of copy.querySelectorAll("time, .zone")) time.replaceWith("…");
        for (const hidden of copy.querySelectorAll(".same")) hidden.classList.remove("same");
        return copy.innerHTML.replace(/\s+(?=<\/h\d>)/g, "");
      };
      const [a, b] = [html(parsed), html(made)];
      for (let at = 0; at < Math.max(a.length, b.length); at++)
        if (a[at] !== b[at]) return [a.slice(at - 80, at + 80), b.slice(at - 80, at + 80)];
      return [];
    }, written);
    expect(differs).toEqual([]);
  });

  it("a link in it leads to its place, and the address of the page stays", async () => {
    const { page: own } = await desk.visit(url);
    const link = own.locator("#talk .side li.compaction > a");
    await link.click();
    await expect
      .poll(() => own.locator("#talk article.compaction").evaluate((one) => one.getBoundingClientRect().top))
      .toBeLessThan(700);
    await expect.poll(async () => (await addressOf(own)).hash).toBe("");
  });

  it("are the conversation alone where a page wants no more", async () => {
    const { page: own } = await desk.visit(url, { viewport: { width: 600, height: 800 } });
    const talk = own.locator("#talk");
    await talk.locator(".bar").waitFor();
    await own.evaluate(async () => {
      const { mount, mounted } = window as unknown as { mount: typeof Mount; mounted: { remove: () => void } };
      mounted.remove();
      mount(document.querySelector("#talk")!, await (await fetch("tree.json")).json(), { embed: true });
    });
    await talk.locator(".main article.prompt").first().waitFor();
    for (const part of [".bar", ".side", ".strip", ".map"])
      await expect.poll(() => talk.locator(part).filter({ visible: true }).count()).toBe(0);
    const { width } = (await talk.locator(".main").boundingBox())!;
    expect(width).toBeGreaterThan(560);
  });

  it("leave nothing behind when they are removed", async () => {
    const { page: own } = await desk.visit(url, { after: "?listeners" });
    await own.waitForFunction(() => "mounted" in window);
    await own.locator("#talk").getByRole("searchbox").fill("the");
    await expect.poll(() => own.evaluate(() => CSS.highlights.get("found")?.size ?? 0)).toBeGreaterThan(3);
    await own.evaluate(() => (window as unknown as { mounted: Mounted }).mounted.remove());
    await expect.poll(() => own.evaluate(() => CSS.highlights.get("found")?.size)).toBe(0);
    await expect.poll(() => own.locator("#talk article").count()).toBe(0);
  });

  it("get their colours when these are there", async () => {
    const { page: own } = await desk.visit(url, { after: "?colours" });
    await own.waitForFunction(() => "mounted" in window);
    await own.evaluate(() => (window as unknown as { mounted: Mounted }).mounted.coloured);
    await expect.poll(() => own.locator("#talk .hljs-keyword").count()).toBeGreaterThan(3);
  });
});

describe("the size of what a page carries", () => {
  it("script and style of a page, and those of an index, are less than 30 kB each, gzip", () => {
    const size = (...texts: readonly string[]) => texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
    const [page, index] = [size(pageScript, pageStyle), size(indexScript, indexStyle)];
    console.log(`a page carries ${(page / 1000).toFixed(1)} kB, an index ${(index / 1000).toFixed(1)} kB, gzip`);
    expect(page).toBeLessThan(30_000);
    expect(index).toBeLessThan(30_000);
  });
});
