import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sitePartsOf } from "../src/index.ts";
import { LiveProject, messagesOf } from "../src/live.ts";
import { divideBlocks } from "../src/live/divide-blocks.ts";
import { Listeners, type PageEvent } from "../src/live/listeners.ts";
import { OpenPages } from "../src/live/open-pages.ts";
import { dividePage, type PagePatch } from "../src/live/page-patch.ts";
import { regionFrom, renumber } from "../src/live/region.ts";
import { jsonl, sample, scratch } from "../../../tooling/tests/scratch.ts";

const io = { followLinks: false, roots: [], cache: undefined, config: undefined, processor: undefined };
const options = { index: "./", live: "/events" };

/** A project in a folder whose turns are always shown before it is read again. */
function open(folder: string) {
  const source = { input: folder, folder };
  const project = new LiveProject(source, { ...options, divide: () => sitePartsOf(source, io, false) });
  project.watch(true);
  const listeners = new Listeners();
  return { listeners, pages: new OpenPages("talk", project, listeners, { ...options, aloneFrom: 0 }) };
}

it("the turns of a region get other numbers, wherever they stand", () => {
  const html = [
    '<section id="turn-u" class="turn" data-turn="1">',
    '<summary class="line"><span class="number">Turn 1</span> <b>Turn 1</b></summary>',
    '<details id="changes-u" class="changes"><summary><small class="of-turn">Turn 1</small></summary></details></section>',
  ].join("");
  const expected = html
    .replace('data-turn="1"', 'data-turn="7"')
    .replaceAll(/(?<=number">|of-turn">)Turn 1/g, "Turn 7");
  expect(renumber({ from: 0, to: html.length, html }, 6)).toBe(expected);
});

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
    if (event.type === "list") return;
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
  const project = new LiveProject(source, { ...options, divide: () => sitePartsOf(source, io, false) });
  return (await project.page(name))!;
}

function messagesFrom(main: string, prompt: string): string | undefined {
  const region = regionFrom(main, prompt);
  return region && messagesOf(region.html);
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
  let prompt = "";
  const receive = async () => {
    for (const event of events.splice(0)) {
      if (event.type === "patch") prompt = event.patch.region?.prompt ?? prompt;
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
    if (isShown && messagesFrom(window.main, prompt) !== messagesFrom(truth.main, prompt)) counts.other++;
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
    [weather, 20, [`${resumed}.jsonl`, weather], 0.9],
    // Most of it is copies of the other one, whose page shows them.
    [resumed, 10, [], 0.3],
  ])("is shown at once, and the page becomes what it is from the beginning: %s", async (id, start, others, share) => {
    const folder = scratch();
    cpSync(join(sample, "-home-ada-weather"), folder, { recursive: true });
    for (const name of others) rmSync(join(folder, name), { recursive: true });
    const counts = await grow(folder, id, start);
    expect(counts.alone / counts.lines).toBeGreaterThan(share);
    expect(counts.other).toBe(0);
  });

  it.each([
    ["a rewind", { parentUuid: "a0" }, "fork"],
    ["a record of another session", { sessionId: "other" }, "other"],
    ["a record below one that is not known", { parentUuid: "nowhere" }, "unknown"],
    ["a record of an agent", { isSidechain: true }, "sidechain"],
    ["a compaction", { type: "system", subtype: "compact_boundary", compactMetadata: { trigger: "auto" } }, "compact"],
    ["a copy of a record", { uuid: "a1" }, "copy"],
    ["what is no record", "{", "half"],
  ])("is not guessed: %s", async (_, change, words) => {
    const folder = scratch({ "s.jsonl": jsonl(say("u0", null), say("a0", "u0"), say("u1", "a0"), say("a1", "u1")) });
    const path = join(folder, "s.jsonl");
    const { pages } = open(folder);
    await pages.page("session-s.html");
    await pages.findTail("session-s.html");
    const line = typeof change === "string" ? `${change}\n` : jsonl({ ...say("u2", "a1", words), ...change });
    appendFileSync(path, line);
    expect(await pages.showAppended(path)).toBe(false);
  });

  it.each([
    ["was cut", (text: string) => text.slice(0, -40)],
    [
      "was changed before its end",
      (text: string) => `${text.replace("Words of a1", "Other words")}${jsonl(say("u2", "a1"))}`,
    ],
    ["is gone", undefined],
  ])("is not guessed: the file %s", async (_, change) => {
    const folder = scratch({ "s.jsonl": jsonl(say("u0", null), say("a0", "u0"), say("u1", "a0"), say("a1", "u1")) });
    const path = join(folder, "s.jsonl");
    const { pages } = open(folder);
    await pages.page("session-s.html");
    await pages.findTail("session-s.html");
    if (change === undefined) rmSync(path);
    else writeFileSync(path, change(readFileSync(path, "utf8")));
    expect(await pages.showAppended(path)).toBe(false);
  });

  it("waits for the end of a line", async () => {
    const folder = scratch({ "s.jsonl": jsonl(say("u0", null), say("a0", "u0")) });
    const path = join(folder, "s.jsonl");
    const { pages } = open(folder);
    const before = (await pages.page("session-s.html"))!;
    await pages.findTail("session-s.html");
    const line = jsonl(say("u1", "a0", "Späte Wörter"));
    appendFileSync(path, line.slice(0, -20));
    expect(await pages.showAppended(path)).toBe(true);
    expect((await pages.page("session-s.html"))!.text).toBe(before.text);
    appendFileSync(path, line.slice(-20));
    expect(await pages.showAppended(path)).toBe(true);
    expect((await pages.page("session-s.html"))!.text).toContain("Späte Wörter");
  });

  it("stays in its place, whatever its text", async () => {
    const folder = scratch({ "s.jsonl": jsonl(say("u0", null), say("a0", "u0")) });
    const path = join(folder, "s.jsonl");
    const { pages } = open(folder);
    await pages.page("session-s.html");
    await pages.findTail("session-s.html");
    const hostile = [
      '</section></main><section id="turn-u1" class="turn" data-turn="9">',
      '<img src=x alt="</article></section>" onerror=alert(1)>',
      "[a](https://example.org \"</section><section class='thread'>\")",
      '<summary class="line"><span class="number">Turn 7</span></summary>',
      '` id="turn-u0"`',
    ].join("\n\n");
    appendFileSync(path, jsonl(say("u1", "a0", hostile), say("a1", "u1", hostile), say("u2", "a1", "The last one")));
    expect(await pages.showAppended(path)).toBe(true);
    const shown = dividePage((await pages.page("session-s.html"))!.text)!;
    const truth = dividePage(await fresh(folder, "session-s.html"))!;
    expect(messagesFrom(shown.main, "u0")).toBe(messagesFrom(truth.main, "u0"));
    expect(shown.main).toContain("The last one");
    expect(shown.main).not.toMatch(/<img |onerror=alert\(1\)>(?!<\/p>)/);
  });
});

/** A prompt (`u…`) or an answer (`a…`). */
function say(uuid: string, parentUuid: string | null, words = `Words of ${uuid}`): object {
  const number = Number(uuid.slice(1));
  const timestamp = new Date(Date.UTC(2026, 0, 1, 10, number, uuid.startsWith("a") ? 30 : 0)).toISOString();
  const common = { uuid, parentUuid, timestamp, sessionId: "s", isSidechain: false };
  if (uuid.startsWith("u")) return { type: "user", ...common, message: { role: "user", content: words } };
  const content = [{ type: "text", text: words }];
  return { type: "assistant", ...common, message: { id: `m-${uuid}`, role: "assistant", model: "claude", content } };
}
