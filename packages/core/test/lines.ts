import { shapeFiles, showLine } from "@ccdag/shape";
import type { VFileMessage } from "vfile-message";
import { buildDag, buildSessions, extractLines, type Extension, parseEntries, toCcast } from "../src/index.ts";

/** Read JSONL texts by path, all the way; with every message that was reported. */
export function read(files: Readonly<Record<string, string>>, extensions: readonly Extension[] = []) {
  const messages: VFileMessage[] = [];
  const options = { extensions, report: (message: VFileMessage) => void messages.push(message) };
  const entries = Object.entries(files).flatMap(([path, value]) => [...parseEntries({ path, value }, options)]);
  const dag = buildDag(entries, options);
  const lines = extractLines(dag, options);
  const sessions = buildSessions(dag, lines, options);
  return { dag, lines, sessions, tree: toCcast(sessions), messages, rules: messages.map(({ ruleId }) => ruleId) };
}

/** Read a drawing: one file, or several with `---` between them. */
export function readShape(drawing: string, extensions: readonly Extension[] = []) {
  return read(shapeFiles(drawing), extensions);
}

/** The trunks as pictures write them, each with the entry of another line that it hangs on. */
export function show({ lines, sessions }: ReturnType<typeof read>): string {
  const told = lines.trunks.map((trunk) => {
    const at = sessions.attachment(trunk)?.at;
    return `${at ? `${at.uuid} → ` : ""}${showLine(trunk)}`;
  });
  return told.join("\n");
}

/** JSONL of records. */
export function jsonl(...records: ReadonlyArray<Readonly<Record<string, unknown>>>): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}
