import { execFileSync } from "node:child_process";
import { appendFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { findPages, fromScript, type SearchIndex, searchPaths } from "@ccdag/render-html/search";
import { describe, expect, it } from "vitest";
import type { Manifest } from "@ccdag/site";
import { buildSite, put, read, scratch, talk } from "./world.ts";

/** Write a site whose search index is written from a few pages at a time. */
async function build(
  folder: string,
  out: string,
  searchPostings?: number,
  prune = true,
): Promise<NonNullable<Manifest["search"]>> {
  await buildSite(folder, out, { search: true, searchPostings, prune });
  return (JSON.parse(read(out, "ccdag-site.json")) as Manifest).search!;
}

const names = ["a", "b", "c", "d", "e", "f"];
const world = () => scratch(Object.fromEntries(names.map((name) => [`${name}.jsonl`, talk(name)])));
const unpack = (script: string): string => inflateRawSync(Buffer.from(fromScript(script), "base64")).toString();
const load = (out: string, path: string): string => unpack(read(out, "search", path));
const find = async (out: string, query: string): Promise<string[]> => {
  const index = JSON.parse(load(out, searchPaths.index)) as SearchIndex;
  const found = await findPages(index, query, (path) => Promise.resolve(load(out, path)));
  return found.map(({ path }) => path.replace(/^.*session-|\.html$/g, "")).sort();
};
const files = (out: string): string[] =>
  readdirSync(join(out, "search"), { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(out, "search", name)).isFile())
    .map((name) => `search/${name}`)
    .sort();

describe("the search index of a site", () => {
  it("finds words of all pages, and has what each page says", async () => {
    const [folder, out] = [world(), join(scratch(), "site")];
    const { files: listed } = await build(folder, out);
    expect(await find(out, "question")).toEqual(names);
    put(folder, "b.jsonl", talk("b").replace("Answer b", "Zwölf Boxkämpfer"));
    await build(folder, out);
    expect(await find(out, "zwolf boxk")).toEqual(["b"]);
    const page = Object.keys(listed).find((path) => path.includes("session-b"))!;
    const messages = JSON.parse(unpack(read(out, page))) as string[][];
    expect(messages.at(-1)!.slice(0, 2)).toEqual(["msg-b-a", "2026-01-01T10:00:00.000Z"]);
    expect(messages.at(-1)![2]).toContain("Zwölf Boxkämpfer");
  });

  it.each([1, 8, 1000])("is the same for those who search, however many words are in memory: %s", async (postings) => {
    const [folder, out, whole] = [world(), join(scratch(), "site"), join(scratch(), "site")];
    await build(folder, out, postings);
    await build(folder, whole);
    const { segments } = await build(folder, out, postings);
    expect(segments!.length).toBeLessThanOrEqual(4);
    for (const query of ["question", "answer", "answ b", "2026", "claude"])
      expect([query, await find(out, query)]).toEqual([query, await find(whole, query)]);
    expect(await find(out, "question")).toEqual(names);
  });

  it("after changes finds what is there now, writes only what has changed, and leaves nothing old", async () => {
    const [folder, out] = [world(), join(scratch(), "site")];
    await build(folder, out);
    const inode = (name: string) => statSync(join(out, name)).ino;
    const textOf = (name: string) => files(out).find((path) => path.endsWith(`session-${name}.html.js`))!;
    for (let round = 0; round < 12; round++) {
      const name = names[round % 3]!;
      const other = names[3 + (round % 3)]!;
      const before = inode(textOf(other));
      appendFileSync(join(folder, `${name}.jsonl`), talk(`round${round}`, `${name}-a`));
      const { segments, files: listed } = await build(folder, out);
      expect(await find(out, `round${round}`)).toEqual([name]);
      expect(await find(out, "question")).toEqual(names);
      expect(inode(textOf(other))).toBe(before);
      expect(segments!.length).toBeLessThanOrEqual(4);
      expect(files(out)).toEqual(Object.keys(listed).sort());
    }
    rmSync(join(folder, "f.jsonl"));
    await build(folder, out);
    expect(await find(out, "question")).toEqual(names.slice(0, -1));
    put(folder, "b.jsonl", talk("b"));
    await build(folder, out);
    expect([await find(out, "round4"), await find(out, "round")]).toEqual([[], ["a", "c"]]);
  });

  it.each([
    ["taken out of its transcript", (path: string) => writeFileSync(path, talk("b"))],
    ["in a transcript that is gone", (path: string) => rmSync(path)],
  ])("holds no word in any file that was %s", async (_, change) => {
    const [folder, out] = [world(), join(scratch(), "site")];
    // The page that changes is not large enough for its words to be merged with the others.
    const many = Array.from({ length: 2000 }, (_, index) => `word${index}`).join(" ");
    put(folder, "a.jsonl", talk("a").replace("Answer a", many));
    put(folder, "b.jsonl", talk("b").replace("Answer b", "projectfalcon"));
    await build(folder, out);
    const holds = () => files(out).filter((name) => unpack(read(out, name)).includes("falcon"));
    expect(holds().length).toBeGreaterThan(1);
    change(join(folder, "b.jsonl"));
    await build(folder, out);
    expect([holds(), read(out, "ccdag-site.json").includes("falcon")]).toEqual([[], false]);
    expect(await find(out, "question")).toContain("a");
  });

  it("is written although a page is gone whose transcript is gone, too, and never waits for a pipe", async () => {
    const [folder, out] = [world(), join(scratch(), "site")];
    await build(folder, out, undefined, false);
    for (const name of ["b", "c"]) rmSync(join(folder, `${name}.jsonl`));
    await build(folder, out, undefined, false);
    expect(await find(out, "question")).toEqual(names);
    const pages = readdirSync(out, { recursive: true, encoding: "utf8" });
    const pageOf = (name: string) =>
      join(
        out,
        pages.find((path) => path.endsWith(`session-${name}.html`))!,
      );
    for (const name of ["b", "c"]) rmSync(pageOf(name));
    execFileSync("mkfifo", [pageOf("c")]);
    rmSync(join(out, "search"), { recursive: true });
    await build(folder, out, undefined, false);
    expect(await find(out, "question")).toEqual(names.filter((name) => name !== "b" && name !== "c"));
  });

  it("is not written again if nothing has changed", async () => {
    const [folder, out] = [world(), join(scratch(), "site")];
    await build(folder, out);
    const times = () => files(out).map((name) => statSync(join(out, name)).mtimeMs);
    const before = times();
    await build(folder, out);
    expect(times()).toEqual(before);
  });

  it.each([
    ["is gone", (path: string) => rmSync(path)],
    ["is shorter", (path: string) => writeFileSync(path, "ccdagSearch(")],
  ])("is made again where a file of it %s", async (_, damage) => {
    const [folder, out] = [world(), join(scratch(), "site")];
    await build(folder, out);
    const texts = () => files(out).flatMap((path) => (path.includes("/text/") ? [[path, read(out, path)]] : []));
    const whole = texts();
    for (const name of files(out)) {
      damage(join(out, name));
      const { files: listed } = await build(folder, out);
      expect([name, texts()]).toEqual([name, whole]);
      expect(files(out)).toEqual(Object.keys(listed).sort());
      expect(await find(out, "question")).toEqual(names);
    }
  });
});
