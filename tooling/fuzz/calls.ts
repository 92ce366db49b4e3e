import { lstatSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import type { World } from "./world.ts";

/** A call of a command. */
export interface Call {
  /** The arguments, for an archive on disk. */
  readonly argv: (world: World) => string[];
  /** The format of what is written or printed, if that is known. */
  readonly format?: string | undefined;
}

const formats = [
  "markdown",
  "github",
  "llm",
  "obsidian",
  "plain",
  "html",
  "json",
  "jsonl",
  "messages",
  "atif",
  "inspect",
  "otel",
  "mermaid",
  "dot",
];
const options = [
  [],
  ["--redact"],
  ["--detail", "full"],
  ["--detail", "talk"],
  ["--order", "kahn"],
  ["--order", "file"],
  ["--agents", "after"],
  ["--agents", "separate"],
  ["--branches", "separate"],
  ["--branches", "active"],
  ["--budget", "2000"],
  ["--limit", "none"],
  ["--since", "2026-01-01T00:00:10Z"],
];

/** A file of an archive. A link that the user names is followed, and a pipe is read: the folder then, in which neither is. */
function fileIn(input: string, name: string): string {
  const path = join(input, name);
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === false ? input : path;
}

/** What a command reads: the folder, one file, the beginning of a session id, stdin, or what it finds by itself. */
const source: fc.Arbitrary<(world: World) => string[]> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(({ input }: World) => [input]) },
  { weight: 2, arbitrary: fc.constant(({ input }: World) => [fileIn(input, "s0.jsonl")]) },
  fc.constantFrom<Array<(world: World) => string[]>>(
    ({ input }) => [fileIn(input, "s1.jsonl")],
    ({ input }) => [fileIn(input, "agent-a1.jsonl")],
    () => ["s0"],
    () => ["s"],
    () => ["-"],
    () => [],
  ),
);

const exported: fc.Arbitrary<Call> = fc
  .tuple(source, fc.constantFrom(...formats), fc.constantFrom(...options), fc.constantFrom("file", "folder", "stdout"))
  .map(([read, format, more, where]) => ({
    format,
    argv(world) {
      const isMany = more.includes("separate");
      const to = where === "folder" || isMany ? `${world.out}/` : join(world.out, "x");
      const output = where === "stdout" && !isMany ? [] : ["-o", to];
      return ["export", ...read(world), "--to", format, ...more, ...output];
    },
  }));

const others: fc.Arbitrary<Call> = fc
  .tuple(
    source,
    fc.constantFrom<Array<Call["argv"]>>(
      ({ out }) => ["site", "-o", join(out, "site"), "--no-search"],
      ({ out }) => ["site", "-o", join(out, "site"), "--redact"],
      ({ out }) => ["mask", "-o", `${out}/`],
      ({ out }) => ["mask", "--around", "u1", "-o", `${out}/`],
      ({ out }) => ["shape", "-o", join(out, "shape.txt")],
      () => ["shape", "--around", "u1"],
      () => ["check"],
      () => ["check", "--drift"],
      () => ["branches"],
      () => ["branches", "--json"],
      () => ["tree"],
      () => ["tree", "--json"],
      () => ["agents"],
      () => ["agents", "--json"],
      () => ["usage", "--turns"],
      () => ["usage", "--turns", "--json"],
      () => ["explain", "u1"],
      () => ["explain", "s0.jsonl:2"],
      () => ["diff", "u1", "u2"],
      () => ["serve"],
      () => ["serve"],
    ),
  )
  .map(([read, make]) => ({
    argv(world) {
      const [name = "", ...more] = make(world);
      // The arguments of these two come first.
      const first = name === "diff" || name === "explain" ? more.length : 0;
      return [name, ...more.slice(0, first), ...read(world), ...more.slice(first)];
    },
  }));

/** A call of any command. */
export const call: fc.Arbitrary<Call> = fc.oneof({ weight: 8, arbitrary: exported }, { weight: 6, arbitrary: others });
