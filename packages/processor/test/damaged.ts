import { readFileSync, readdirSync } from "node:fs";
import fc from "fast-check";
import type { TranscriptFile } from "../src/index.ts";

const folder = new URL("../../../tooling/fixtures/", import.meta.url);
const read = (name: string): TranscriptFile[] =>
  readdirSync(new URL(`${name}/`, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".jsonl"))
    .sort()
    .map((path) => ({ path, value: readFileSync(new URL(`${name}/${path}`, folder), "utf8") }));
/** The transcripts of the fixtures. */
export const projects: TranscriptFile[][] = [
  "sample",
  "scenarios/agent-and-fork",
  "scenarios/resume-copy",
  "scenarios/compaction",
  "scenarios/rewind",
].map(read);

/** Damages of the lines of a file. */
const damages: ReadonlyArray<(lines: string[], at: number, other: number) => string[]> = [
  (lines, at) => lines.filter((_, index) => index !== at), // a line is lost
  (lines, at) => [...lines.slice(at), ...lines.slice(0, at)], // the file is out of order
  (lines) => [...lines].reverse(),
  (lines, at, other) => [...lines.slice(0, other), ...lines.slice(at, at + 4), ...lines.slice(other)], // lines are written twice
  (lines, at) => lines.slice(at), // the file is cut at the front
  (lines, at) => lines.map((line, index) => (index === at ? line.slice(0, line.length >> 1) : line)), // a write broke off
  (lines, at, other) =>
    swap(lines, at, /"parentUuid":(?:"[^"]*"|null)/, `"parentUuid":"${uuidOf(lines[other] ?? "")}"`), // another parent, perhaps a cycle
  (lines, at, other) => swap(lines, at, /"uuid":"[^"]*"/, `"uuid":"${uuidOf(lines[other] ?? "")}"`), // one uuid for two
  (lines, at) => swap(lines, at, /"uuid":"[^"]*",?/, ""), // no uuid
  (lines, at) => swap(lines, at, /"timestamp":"[^"]*"/, '"timestamp":"2001-01-01T00:00:00Z"'), // a clock that is wrong
];
const uuidOf = (line: string) => /"uuid":"([^"]*)"/.exec(line)?.[1] ?? "none";
const swap = (lines: string[], at: number, what: RegExp, by: string) =>
  lines.map((line, index) => (index === at ? line.replace(what, by) : line));

/** Transcripts with lines lost, doubled, out of order, broken off, or with other parents. */
export function damagedOf(some: readonly TranscriptFile[][]): fc.Arbitrary<TranscriptFile[]> {
  const steps = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat()), { maxLength: 6 });
  return fc.tuple(fc.constantFrom(...some), steps).map(([project, damage]) => {
    const files = project.map(({ path, value }) => ({ path, lines: String(value).split("\n").filter(Boolean) }));
    for (const [which, kind, at, other] of damage) {
      const file = files[which % files.length]!;
      const size = Math.max(file.lines.length, 1);
      file.lines = damages[kind % damages.length]!(file.lines, at % size, other % size);
    }
    return files.map(({ path, lines }) => ({ path, value: lines.join("\n") }));
  });
}

/** The transcripts of the fixtures, damaged. */
export const damaged: fc.Arbitrary<TranscriptFile[]> = damagedOf(projects);
