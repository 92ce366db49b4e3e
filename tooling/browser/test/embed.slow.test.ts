import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { ccdag } from "@ccdag/processor";
import renderHtml from "@ccdag/render-html";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectIn } from "../../fixtures/project.ts";
import { executablePath, isRequired } from "../browser.ts";
import { addressOf, Desk, violations } from "../page.ts";

/** The examples of the guide. */
const guide = readFileSync(new URL("../../../docs/guides/embed.md", import.meta.url), "utf8");
const example = (language: string, words: string) =>
  Array.from(guide.matchAll(/```(\w+)\n([^]*?)```/g), ([, name, code]) => ({ name, code: code! })).find(
    ({ name, code }) => name === language && code.includes(words),
  )!.code;
const blog = (content: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>A blog</title><main><h1>A blog</h1>${content}</main></html>`;

const files = new Map<string, string>([["/favicon.ico", ""]]);
const desk = new Desk();
let server: Server;
let url = "";

beforeAll(async () => {
  const bundled = await build({
    stdin: {
      contents: example("js", "mount("),
      resolveDir: fileURLToPath(new URL("..", import.meta.url)),
      sourcefile: "talk.js",
    },
    bundle: true,
    format: "esm",
    platform: "browser",
    conditions: ["@ccdag/source"],
    write: false,
  });
  const tree = await ccdag().run(ccdag().parse(projectIn("sample")));
  files.set("/talk.js", bundled.outputFiles[0]!.text);
  files.set("/talk.json", JSON.stringify({ tree }));
  files.set("/talk.html", String(await ccdag().use(renderHtml).process(projectIn("sample"))));
  files.set("/frame", blog(example("html", "<iframe")));
  files.set("/mount", blog(example("html", "talk.js")));
  files.set("/dark", blog(example("html", "<iframe").replace("?embed", "?embed&theme=dark&hide=tool")));
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

describe.skipIf(executablePath === undefined && !isRequired)("a conversation on a page of somebody", () => {
  it("the frame of the guide shows the conversation only, and needs nothing but scripts", async () => {
    const { page, trips } = await desk.visit(`${url}frame`);
    await expect.poll(() => page.locator("iframe").getAttribute("sandbox")).toBe("allow-scripts");
    const frame = page.frameLocator("iframe");
    await frame.locator("article.prompt").first().waitFor();
    await expect
      .poll(() => frame.locator(".bar, .side, .map, .strip, .skip").filter({ visible: true }).count())
      .toBe(0);
    const call = frame.locator("details.run").first();
    await call.locator("> summary").click();
    await expect.poll(() => call.getAttribute("open")).not.toBeNull();
    await frame.locator("body").press("p");
    await expect.poll(() => frame.getByRole("status").innerText()).toMatch(/^1 of /);
    await frame.locator("body").press("Escape");
    const scroll = () => frame.locator("html").evaluate((one) => one.scrollTop);
    await frame.locator("body").press("j");
    await frame.locator("body").press("j");
    await expect.poll(scroll).toBeGreaterThan(100);
    expect(trips.filter((one) => !one.includes(url))).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  it("an address chooses colours and filters, and a link leaves by the window around the frame", async () => {
    const { page } = await desk.visit(`${url}dark`);
    const frame = page.frameLocator("iframe");
    await frame.locator("article.prompt").first().waitFor();
    await expect.poll(() => frame.locator("html").getAttribute("data-theme")).toBe("dark");
    await expect.poll(() => frame.locator("details.tool").filter({ visible: true }).count()).toBe(0);
    const target = await frame.locator(".main").evaluate((main) => {
      const link = document.createElement("a");
      link.href = "https://example.org/";
      main.append(link);
      link.addEventListener("click", (event) => event.preventDefault());
      link.click();
      return [link.target, main.querySelector<HTMLAnchorElement>("a[href^='#']")!.target];
    });
    expect(target).toEqual(["_top", ""]);
  });

  it("without scripts the frame shows the whole page", async () => {
    const { page } = await desk.visit(`${url}frame`, { javaScriptEnabled: false });
    const frame = page.frameLocator("iframe");
    await expect.poll(() => frame.locator("article.prompt").count()).toBeGreaterThan(3);
  });

  it("the script of the guide mounts it in a shadow tree, with the play mode", async () => {
    const { page, trips } = await desk.visit(`${url}mount`);
    const talk = page.locator("#talk");
    await talk.locator("article.prompt").first().waitFor();
    await expect.poll(() => talk.evaluate((one) => one.shadowRoot !== null)).toBe(true);
    await talk.getByRole("button", { name: "Play step by step" }).click();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => talk.locator(".play [role=status]").innerText()).toMatch(/^2 of /);
    await page.keyboard.press("Escape");
    await expect.poll(() => talk.locator(".bar").isVisible()).toBe(true);
    await expect.poll(async () => (await addressOf(page)).search).toBe("");
    expect(trips.filter((one) => !one.includes(url))).toEqual([]);
  });
});
