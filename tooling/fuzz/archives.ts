import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { line, sidecar } from "./records.ts";
import { hostile } from "./texts.ts";

/** What is at a path of an archive: bytes, a link, or a pipe that nothing writes to. */
type Content = Uint8Array | { readonly link: string } | { readonly isPipe: true };

/** A file of an archive: its path, and what is there. */
export type ArchiveFile = readonly [path: string, content: Content];

const transcript: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    fc.array(line, { minLength: 1, maxLength: 14 }),
    fc.constantFrom("plain", "plain", "plain", "plain", "cut", "crlf", "bom", "utf16", "gzip"),
  )
  .map(([lines, form]) => {
    const text = `${lines.join(form === "crlf" ? "\r\n" : "\n")}\n`;
    if (form === "cut") return Buffer.from(text).subarray(0, -Math.ceil(text.length / 7));
    if (form === "bom") return Buffer.from(`\uFEFF${text}`);
    if (form === "utf16") return Buffer.from(`\uFEFF${text}`, "utf16le");
    return form === "gzip" ? gzipSync(text) : Buffer.from(text);
  });

const transcriptNames = [
  "s0.jsonl",
  "s1.jsonl",
  "s2.jsonl",
  "s0/subagents/agent-a0.jsonl",
  "agent-a1.jsonl",
  "agent-a2.jsonl",
  "s0/subagents/workflows/w1/agent-a3.jsonl",
  "s0/workflows/w1/journal.jsonl",
  "s1.jsonl.gz",
  "-rf.jsonl",
  "a\nb.jsonl",
  "agent-\u001B]0;x\u0007.jsonl",
  "`$(id)`.jsonl",
  "..jsonl",
  "__proto__.jsonl",
  "<img src=x>.jsonl",
  "[a](javascript:x) --> %% \u202E.jsonl",
];
const sidecarNames = ["s0/subagents/agent-a0.meta.json", "agent-a1.meta.json", "s0/workflows/w1.json"];

const file: fc.Arbitrary<ArchiveFile> = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(fc.constant("s0.jsonl"), transcript) },
  { weight: 12, arbitrary: fc.tuple(fc.constantFrom(...transcriptNames), transcript) },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constantFrom(...sidecarNames),
      sidecar.map((text) => Buffer.from(text)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant("s0/tool-results/b.txt"),
      hostile.map((text) => Buffer.from(text)),
    ),
  },
);

/** Where links lead that must not be followed: out of the archive, to devices, in circles. */
const targets = [
  "/dev/zero",
  "/dev/stdin",
  "/proc/self/environ",
  "outside.jsonl",
  "outside",
  "outside/outside.txt",
  ".",
  "..",
  "s0.jsonl",
  "none",
];

/** A link to one of the targets; `outside` stands for a folder or file beside that of the archive. */
const link: fc.Arbitrary<ArchiveFile> = fc.tuple(
  fc.constantFrom(
    "link.jsonl",
    "agent-a1.jsonl",
    "agent-a1.meta.json",
    "s0/subagents/agent-a4.jsonl",
    "s0/tool-results/b.txt",
    "s0/subagents",
    "sub",
  ),
  fc.record({ link: fc.constantFrom(...targets) }),
);

const pipe: fc.Arbitrary<ArchiveFile> = fc
  .constantFrom("pipe.jsonl", "agent-a1.jsonl", "s0/tool-results/b.txt", "agent-a2.meta.json")
  .map((path) => [path, { isPipe: true }]);

/** The files of one project: hostile records in every field, ids that collide, damaged files, hostile names, links and pipes. */
export const archive: fc.Arbitrary<readonly ArchiveFile[]> = fc
  .tuple(
    fc.uniqueArray(file, { selector: ([name]) => name, minLength: 1, maxLength: 4 }),
    fc.oneof(
      { weight: 9, arbitrary: fc.constant([]) },
      fc.uniqueArray(fc.oneof(link, link, pipe), { selector: ([name]) => name, minLength: 1, maxLength: 2 }),
    ),
  )
  .map(([files, others]) => [
    ...files,
    ...others.filter(([path]) => !files.some(([name]) => name === path || name.startsWith(`${path}/`))),
  ]);
