import { readdirSync, readFileSync } from "node:fs";
import { walk } from "@ccdag/ccast";
import { buildDag, parseEntries } from "@ccdag/core";
import { ccdag } from "@ccdag/processor";
import { findPictures, parseShape, shapeFiles } from "@ccdag/testkit/shape";
import { describe, expect, it } from "vitest";
import { projectIn } from "../../../tooling/fixtures/project.ts";
import { drawCase } from "../src/figure/case.ts";
import { drawThreads } from "../src/figure/threads.ts";
import { drawRecorded } from "../src/figure/recorded.ts";
import { drawShape } from "../src/figure/shape.ts";
import { drawRebuilt } from "../src/figure/rebuilt.ts";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const number = (tag: string, name: string) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(tag)?.[1]);
const boxesIn = (svg: string): Box[] =>
  [...svg.matchAll(/<rect [^>]*class="node[^>]*>/g)].map(([tag]) => ({
    x: number(tag, "x"),
    y: number(tag, "y"),
    width: number(tag, "width"),
    height: number(tag, "height"),
  }));
/** Labels of threads, with their sizes. */
const labelsIn = (svg: string): Box[] =>
  [...svg.matchAll(/(<text [^>]*class="label[^>]*>)([^<]*)/g)].map(([, tag, text]) => ({
    x: number(tag!, "x"),
    y: number(tag!, "y") - 10,
    width: text!.replace(/&#\d+;/g, " ").length * 7.2,
    height: 12,
  }));
const overlapping = (boxes: readonly Box[]): string[] =>
  boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
      .map((b) => `${JSON.stringify(a)} and ${JSON.stringify(b)}`),
  );
const count = (svg: string, pattern: RegExp) => svg.match(pattern)?.length ?? 0;

const docs = new URL("../../../docs/", import.meta.url);
const pages = readdirSync(docs, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
const pictures = pages.flatMap((page) =>
  findPictures(readFileSync(new URL(page, docs), "utf8")).map((picture) => [page, picture] as const),
);

describe("D001: drawings of the documents", () => {
  it.each(pictures)(
    "%s: each entry is a box, each parent an edge, and no box covers another",
    (_, { shape, threads }) => {
      const files = shape.trimEnd().split(/^---.*$/m);
      const drawn = files.flatMap((file) => parseShape(file));
      const svg = drawShape(shape);
      expect(boxesIn(svg)).toHaveLength(drawn.length);
      const named = drawn.flatMap(({ parent, logical, isOrphan }) => [parent, logical, isOrphan ? "?" : undefined]);
      const known = new Set(drawn.map(({ name }) => name));
      // A logical parent that is in no file has no edge.
      const lost = drawn.filter(({ logical }) => logical !== undefined && !known.has(logical)).length;
      expect(count(svg, /class="edge/g)).toBe(named.filter(Boolean).length - lost);
      expect(overlapping(boxesIn(svg))).toEqual([]);
      const rendered = drawThreads(threads);
      const names = threads.match(/"[^"]*"|\b[A-Z][\w']*/g) ?? [];
      expect(boxesIn(rendered).length).toBe(names.length - count(threads, / → /g) - count(threads, /\(/g));
      expect(overlapping(boxesIn(rendered))).toEqual([]);
      expect(Object.keys(shapeFiles(shape))).toHaveLength(files.length);
    },
  );

  it("a case is drawn before and after, with all of its text", () => {
    const [before, after] = drawCase(
      "main: A1(call t1) ─ U1(result)      agent 7f: U2 ─ A2\n⇒ agent 7f is spawned at U1\n",
    );
    expect([...before.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text)).toEqual([
      "main",
      "A1(call t1)",
      "U1(result)",
      "agent 7f",
      "U2",
      "A2",
    ]);
    expect(after).toContain("agent 7f is spawned at U1");
  });
});

const scenarios = ["agent-and-fork", "compaction", "parallel-calls", "resume-copy", "rewind"];
const projects = ["sample", ...scenarios.map((name) => `scenarios/${name}/projects`)];

describe("drawings of transcripts", () => {
  it.each(projects)("%s: every message and every entry is a point, and no label covers another", (name) => {
    const file = projectIn(name);
    const tree = ccdag().parse(file);
    let messages = 0;
    walk(tree, ({ type }) => (messages += Number(type === "message")));
    const rendered = drawRebuilt(tree);
    expect(count(rendered, /class="dot/g)).toBe(messages);
    expect(overlapping(labelsIn(rendered))).toEqual([]);
    const { dag } = file.data.transcript!;
    const recorded = drawRecorded(dag);
    const entries = [...dag.entries.values(), ...dag.copies.map(({ entry }) => entry)];
    expect(count(recorded, /class="dot/g)).toBe(entries.filter(({ uuid }) => uuid !== undefined).length);
  });

  it("untrusted text is escaped", () => {
    const hurt = '"><script>alert(1)</script><text class="';
    const value = `${JSON.stringify({ type: "user", uuid: "u1", parentUuid: null, message: { content: hurt } })}\n`;
    const file = { path: `${hurt}.jsonl`, value };
    const svg = drawRecorded(buildDag([...parseEntries(file)]));
    expect(svg).not.toContain("<script");
    const project = projectIn("scenarios/rewind/projects");
    project.data.companions![0]!.value = value;
    expect(drawRebuilt(ccdag().parse(project))).not.toContain("<script");
  });
});
