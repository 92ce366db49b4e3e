import { account } from "@ccdag/ccast";
import { isOutput, isSidecar } from "@ccdag/core";
import { agents } from "@ccdag/agents";
import { type FileComponent, findComponents, readSkeleton } from "@ccdag/files/parts";
import { mergeTranscripts, rootKeys, transcript, type TranscriptFile } from "../src/index.ts";

const encoder = new TextEncoder();
const bytesOf = ({ value }: TranscriptFile) => (typeof value === "string" ? encoder.encode(value) : value);

/** Divide files into components. */
export function divide(files: readonly TranscriptFile[]): FileComponent[] {
  const skeletons = files
    .filter(({ path }) => !isSidecar(path))
    .map((file) => readSkeleton({ path: file.path, value: bytesOf(file) }));
  return findComponents(
    skeletons,
    files.flatMap(({ path }) => (isSidecar(path) ? path : [])),
  );
}

function readFiles(files: readonly TranscriptFile[]) {
  const messages: string[] = [];
  const sidecars = new Map(
    files.flatMap(({ path, value }) => (isSidecar(path) ? [[path, parse(path, String(value))] as const] : [])),
  );
  const read = transcript(
    files.filter(({ path }) => !isSidecar(path)),
    {
      extensions: [agents()],
      sidecars,
      report: ({ file, line, ruleId, reason }) => messages.push(`${file}:${line} ${ruleId} ${reason}`),
    },
  );
  return { read, messages };
}

function parse(path: string, text: string): unknown {
  if (isOutput(path)) return text;
  const values = (path.endsWith(".jsonl") ? text.split("\n").filter(Boolean) : [text]).flatMap((one): unknown[] => {
    try {
      return [JSON.parse(one)];
    } catch {
      return [];
    }
  });
  return path.endsWith(".jsonl") ? values : values[0];
}

/** What reading gives, as text: the tree, the account, and the messages. */
export function whole(files: readonly TranscriptFile[]): string[] {
  const { read, messages } = readFiles(files);
  return toTexts(read, messages);
}

/** The same, component by component. */
export function byComponent(files: readonly TranscriptFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const parts = divide(files).map(({ transcripts, sidecars }) =>
    readFiles([...transcripts, ...sidecars].map((path) => byPath.get(path)!)),
  );
  return toTexts(
    mergeTranscripts(parts.map(({ read }) => ({ tree: read.tree, ledger: read.ledger, keys: rootKeys(read) }))),
    parts.flatMap(({ messages }) => messages),
  );
}

function toTexts(
  { tree, ledger }: Pick<ReturnType<typeof transcript>, "tree" | "ledger">,
  messages: readonly string[],
): string[] {
  const nodes = tree.children.map((node) => JSON.stringify(node));
  return [...nodes, JSON.stringify(account(tree, ledger)), ...[...messages].sort()];
}
