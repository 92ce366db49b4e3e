import { appendFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hashOf, type Manifest } from "../src/site/manifest.ts";
import { sitePartsOf } from "../src/site/site-parts.ts";
import { writeSite } from "../src/site/write-site.ts";
import { Writer } from "../src/write/writer.ts";
import { put, read, scratch, talk } from "./world.ts";

/** Why no search index can be made on this machine; empty if one can. */
const missing = await import("pagefind").then(
  async (pagefind) => (await pagefind.createIndex({})).errors.join(", "),
  (error: Error) => error.message,
);
if (missing !== "") console.warn(`Not tested, no search index: ${missing}`);

/** Writes a site whose search indexes hold a few pages each. */
async function build(folder: string, out: string, searchBytes: number): Promise<Manifest> {
  const writer = new Writer("/nowhere");
  const io = { cwd: folder, env: {}, config: undefined, processor: undefined, followLinks: false, writer } as never;
  const { search } = await writeSite([{ folder }], out, {
    index: "../index.html",
    signature: "1",
    policy: hashOf([]),
    search: true,
    searchBytes,
    prune: false,
    confirm: async () => true,
    divide: (source) => sitePartsOf(source, io, false),
    writer,
    progress: () => {},
    report: async () => {},
  });
  expect(search).toBe(true);
  return JSON.parse(read(out, "ccdag-site.json")) as Manifest;
}

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(folder, name)).isFile());
const inodes = (folder: string): Map<string, number> =>
  new Map(files(folder).map((name) => [name, statSync(join(folder, name)).ino]));

describe.skipIf(missing !== "")("the search index of a large site", () => {
  it("consists of several, each page is in one of them, and the index page names them", async () => {
    const folder = scratch(
      Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [`${name}.jsonl`, talk(name)])),
    );
    const out = join(scratch(), "site");
    const { search } = await build(folder, out, 50_000);
    const folders = search!.parts!.map((part) => part.folder);
    expect(folders.length).toBeGreaterThan(1);
    expect(folders[0]).toBe("pagefind/");
    expect(read(out, "index.html")).toContain(`data-more="${folders.slice(1).join(" ")}"`);
    expect(files(join(out, "pagefind")).filter((name) => name.endsWith(".pf_fragment")).length).toBe(6);
    // Only the first one is a program; and nothing is there that the manifest does not list.
    expect(files(join(out, "pagefind")).filter((name) => name.endsWith(".js"))).toEqual([
      "pagefind-worker.js",
      "pagefind.js",
    ]);
    expect(
      files(join(out, "pagefind"))
        .map((name) => `pagefind/${name}`)
        .sort(),
    ).toEqual(Object.keys(search!.files).sort());
  });

  it("is made again only where a page has changed; when a site grows or shrinks, nothing old is left", async () => {
    const folder = scratch(
      Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [`${name}.jsonl`, talk(name)])),
    );
    const out = join(scratch(), "site");
    const before = (await build(folder, out, 50_000)).search!;
    const old = inodes(join(out, "pagefind"));
    appendFileSync(join(folder, "c.jsonl"), talk("more", "c-a"));
    const after = (await build(folder, out, 50_000)).search!;
    expect(before.parts!.length).toBeGreaterThan(1);
    const same = after.parts!.filter(({ key }) => before.parts!.some((part) => part.key === key));
    expect(same.length).toBe(after.parts!.length - 1);
    const now = inodes(join(out, "pagefind"));
    for (const name of same.flatMap((part) => part.files.map((path) => path.slice("pagefind/".length))))
      expect([name, now.get(name)]).toEqual([name, old.get(name)]);
    put(folder, "g.jsonl", talk("g"));
    const { search } = await build(folder, out, 40_000_000);
    expect(search!.parts!.map((part) => part.folder)).toEqual(["pagefind/"]);
    expect(
      files(join(out, "pagefind"))
        .map((name) => `pagefind/${name}`)
        .sort(),
    ).toEqual(Object.keys(search!.files).sort());
    expect(files(join(out, "pagefind")).filter((name) => name.endsWith(".pf_fragment")).length).toBe(7);
  });
});
