// Folders and records that tests of several packages write.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder that is removed after the test. */
export function scratch(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) put(folder, name, text);
  return folder;
}

/** Write a file below a folder. */
export function put(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** Records as JSONL. */
export function jsonl(...records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/** A short conversation: a prompt and an answer. */
export function talk(name: string, parentUuid: string | null = null): string {
  const time = "2026-01-01T10:00:00.000Z";
  return jsonl(
    { type: "user", uuid: `${name}-u`, parentUuid, timestamp: time, message: { content: `Question ${name}` } },
    {
      type: "assistant",
      uuid: `${name}-a`,
      parentUuid: `${name}-u`,
      timestamp: time,
      message: { id: `m-${name}`, model: "claude", content: [{ type: "text", text: `Answer ${name}` }] },
    },
  );
}

/** The folder of the sample. */
export const sample: string = new URL("../fixtures/sample/", import.meta.url).pathname;
/** The text of a file. */
export const read = (...path: string[]): string => readFileSync(join(...path), "utf8");
