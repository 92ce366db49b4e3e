import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Writer } from "@ccdag/keep/write";
import { expect, it } from "vitest";
import { sitePartsOf } from "@ccdag/site";
import { LiveProject } from "@ccdag/site/live";
import { buildSite, ccdag, partsOf, put, read, scratch, talk } from "./world.ts";

/** Writes a site of one folder, and notes which files are read again. */
async function build(folder: string, out: string): Promise<string[][]> {
  const seen: string[][] = [];
  await buildSite(folder, out, {
    divide: async (source) => {
      const parts = await partsOf(source.folder);
      return parts.map((part) => ({
        ...part,
        read: () => {
          seen.push([...part.paths]);
          return part.read();
        },
      }));
    },
  });
  return seen;
}

it("a line that is added to one session renders only its session tree again, and the site is that of a new run", async () => {
  const folder = scratch({
    "a.jsonl": talk("a"),
    "b.jsonl": talk("b", "a-a"),
    "c.jsonl": talk("c"),
    "d.jsonl": talk("d").replaceAll("Question d", ""),
  });
  const out = join(scratch(), "site");
  expect(await build(folder, out)).toEqual([["a.jsonl", "b.jsonl"], ["c.jsonl"], ["d.jsonl"]]);
  expect(await build(folder, out)).toEqual([]);
  appendFileSync(join(folder, "b.jsonl"), talk("e", "b-a"));
  expect(await build(folder, out)).toEqual([["a.jsonl", "b.jsonl"]]);
  put(folder, "f.jsonl", talk("f", "c-a"));
  expect(await build(folder, out)).toEqual([["c.jsonl", "f.jsonl"]]);
  const fresh = join(scratch(), "site");
  await build(folder, fresh);
  for (const page of ["index.html", "session-b.html", "session-f.html", "session-d.html"]) {
    const path = page === "index.html" ? page : `${folder.replace(/\/$/, "").split("/").at(-1)!}/${page}`;
    expect(read(out, path)).toBe(read(fresh, path));
  }
});

it("a unit of a manifest that is not as ccdag writes it is ignored, and no run fails for it", async () => {
  const folder = scratch({ "a.jsonl": talk("a"), "c.jsonl": talk("c") });
  const out = join(scratch(), "site");
  await build(folder, out);
  const written = read(out, "ccdag-site.json");
  for (const units of [
    5,
    [null],
    [{ key: 1 }],
    [{ key: "x", files: [], untitled: {}, roots: [{ pages: [], place: {} }] }],
  ]) {
    const manifest = JSON.parse(written) as { projects: Record<string, { units: unknown }> };
    for (const project of Object.values(manifest.projects)) project.units = units;
    writeFileSync(join(out, "ccdag-site.json"), JSON.stringify(manifest));
    expect(await build(folder, out)).toEqual([["a.jsonl"], ["c.jsonl"]]);
    expect(read(out, "ccdag-site.json")).toBe(written);
  }
});

it("a damaged file is reported by each run", async () => {
  const cut = gzipSync(talk("a").repeat(50)).subarray(0, 90);
  const folder = scratch({ "c.jsonl": talk("c") });
  writeFileSync(join(folder, "a.jsonl.gz"), cut);
  const out = join(scratch(), "site");
  for (const run of [1, 2]) {
    const { code, stderr } = await ccdag(["site", folder, "--no-search", "-o", out]);
    expect([run, code, stderr]).toEqual([run, 3, expect.stringContaining("Unexpected end of the gzip archive")]);
  }
});

it("a server reads only the session trees whose pages are requested, and those again that changed", async () => {
  const folder = scratch({ "a.jsonl": talk("a"), "b.jsonl": talk("b", "a-a"), "c.jsonl": talk("c") });
  const seen: string[] = [];
  const divide = async () => {
    const parts = await partsOf(folder);
    return parts.map((part) => ({
      ...part,
      read: () => {
        seen.push(part.paths.join(" "));
        return part.read();
      },
    }));
  };
  const project = new LiveProject({ input: folder, folder }, { index: "./", divide });
  const before = await project.page("session-c.html");
  expect(await project.page("session-b.html")).toContain("Question b");
  expect(seen.splice(0)).toEqual(["c.jsonl", "a.jsonl b.jsonl"]);
  appendFileSync(join(folder, "b.jsonl"), talk("e", "b-a"));
  put(folder, "d.jsonl", talk("d"));
  project.markStale();
  expect(await project.page("session-b.html")).toContain("Answer e");
  expect(await project.page("session-c.html")).toBe(before);
  expect(await project.page("session-d.html")).toContain("Question d");
  expect(seen.splice(0)).toEqual(["a.jsonl b.jsonl", "d.jsonl"]);
  expect(await project.page("session-none.html")).toBeUndefined();
});

it("what is redacted in one session is redacted in all: such a project is one part", async () => {
  const folder = scratch({ "a.jsonl": talk("a"), "c.jsonl": talk("c") });
  const io = { followLinks: false, roots: [], writer: new Writer(["/nowhere"]) } as never;
  expect((await sitePartsOf({ input: folder, folder }, io, true)).map(({ paths }) => paths)).toEqual([
    ["a.jsonl", "c.jsonl"],
  ]);
});
