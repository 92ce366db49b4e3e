import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { divideBlocks } from "../src/serve/blocks.ts";
import { Listeners, type PageEvent } from "../src/serve/listeners.ts";
import { OpenPages } from "../src/serve/open-pages.ts";
import { dividePage, type PagePatch } from "../src/serve/patch.ts";
import { messagesOf, regionFrom } from "../src/serve/region.ts";
import { Shelf } from "../src/serve/shelf.ts";
import { sitePartsOf } from "../src/site/site-parts.ts";
import { jsonl, sample, scratch } from "./world.ts";

const io = { followLinks: false, cache: undefined, config: undefined, processor: undefined };
const options = { index: "./", live: "/events" };

/** A project in a folder whose turns are always shown before it is read again. */
function open(folder: string) {
  const source = { input: folder, folder };
  const shelf = new Shelf("talk", source, { ...options, divide: () => sitePartsOf(source, io, false) });
  shelf.watch(true);
  const listeners = new Listeners();
  return { listeners, pages: new OpenPages("talk", shelf, listeners, { ...options, aloneFrom: 0 }) };
}

/** A window with a page: what it shows after the events that it got. */
class Window {
  main = "";
  around = "";
  version = "";
  reloads = -1;
  readonly #pages: OpenPages;
  readonly #name: string;

  constructor(pages: OpenPages, name: string) {
    this.#pages = pages;
    this.#name = name;
  }

  async load(): Promise<void> {
    const { text, version } = (await this.#pages.page(this.#name))!;
    Object.assign(this, dividePage(text), { version });
    this.reloads++;
  }

  async receive(event: PageEvent): Promise<void> {
    if (event.type === "change" || event.patch.from !== this.version) await this.load();
    else this.#apply(event.patch);
  }

  #apply({ to, region, blocks = [], around }: PagePatch): void {
    this.version = to;
    this.around = around ?? this.around;
    if (region) {
      const { from, to: end } = regionFrom(this.main, region.prompt)!;
      this.main = this.main.slice(0, from) + region.html + this.main.slice(end);
    }
    const sections = divideBlocks(this.main).map(({ tag, blocks: all }) => ({ tag, all: [...all] }));
    for (const { section, at, count, html } of [...blocks].reverse()) sections[section]!.all.splice(at, count, html);
    if (blocks.length > 0)
      this.main = sections.map(({ tag, all }) => tag + all.join("") + (tag === "" ? "" : "</section>")).join("");
  }
}

/** The page of a session, rendered from the beginning. */
async function fresh(folder: string, name: string): Promise<string> {
  const source = { input: folder, folder };
  const shelf = new Shelf("talk", source, { ...options, divide: () => sitePartsOf(source, io, false) });
  return (await shelf.page(name))!;
}

/** Append the lines of a transcript one by one; count what the window showed. */
async function grow(folder: string, id: string, start: number) {
  const path = join(folder, `${id}.jsonl`);
  const name = `session-${id}.html`;
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  writeFileSync(path, `${lines.slice(0, start).join("\n")}\n`);
  const { listeners, pages } = open(folder);
  const window = new Window(pages, name);
  await window.load();
  const events: PageEvent[] = [];
  listeners.add({ path: `/talk/${name}`, version: window.version, send: (event) => void events.push(event) });
  await pages.findTail(name);
  const counts = { lines: lines.length - start, alone: 0, other: 0, reloads: 0 };
  let lastPrompt = "";
  const regionOf = (main: string, prompt: string) => {
    const region = regionFrom(main, prompt);
    return region && messagesOf(region.html);
  };
  const receive = async () => {
    for (const event of events.splice(0)) {
      if (event.type === "patch") lastPrompt = event.patch.region?.prompt ?? lastPrompt;
      await window.receive(event);
    }
  };
  for (const [at, line] of lines.slice(start).entries()) {
    appendFileSync(path, `${line}\n`);
    pages.markStale();
    const isShown = await pages.showAppended(path);
    await receive();
    const text = await fresh(folder, name);
    const truth = dividePage(text)!;
    if (isShown) counts.alone++;
    const prompt = events.length >= 0 ? lastPrompt : undefined;
    if (isShown && regionOf(window.main, prompt) !== regionOf(truth.main, prompt)) {
      counts.other++;
      let i = 0; const [a, b] = [regionOf(window.main, prompt)!, regionOf(truth.main, prompt)!]; while (a[i] === b[i]) i++;
      if (process.env.WHY) console.log("OTHER", at, JSON.parse(line).type, a.slice(i - 100, i + 60), "\n--", b.slice(i - 100, i + 60));
    }
    if (!isShown && process.env.WHY) console.log("NOT", at, line.slice(0, 150), (globalThis as any).why);
    if (isShown && at % 4 !== 3) continue;
    await pages.refresh();
    await receive();
    // Byte for byte.
    expect((await pages.page(name))!.text).toBe(text);
    expect([window.main === truth.main, window.around === truth.around]).toEqual([true, true]);
  }
  return { ...counts, reloads: window.reloads };
}

const weather = "642fe51e-78f5-4e03-aad6-929a942a6fe9";
const resumed = "7c6e8ad8-bb6e-4c01-acaa-d67eca1ced1e";

describe("what is appended to a transcript", () => {
  it.each([
    // What belongs to lines that are not written yet is not there.
    [weather, 20, [`${resumed}.jsonl`, weather]],
    [resumed, 10, []],
  ])("is shown before the rest is read, and the page becomes what it is from the beginning: %s", async (id, start, others) => {
    const folder = scratch();
    cpSync(join(sample, "-home-ada-weather"), folder, { recursive: true });
    for (const name of others) rmSync(join(folder, name), { recursive: true });
    const counts = await grow(folder, id, start);
    console.log(counts);
    expect(counts.alone / counts.lines).toBeGreaterThan(0.7);
  });
});
