import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { arrangeClient } from "@ccdag/files/clients";
import { expect } from "vitest";
import { scratch } from "../../../tooling/tests/scratch.ts";
import { copilotFiles as files } from "../src/index.ts";
import { type Json, outline, readFiles } from "./outline.ts";

/** Arrange a data folder; the files by their paths in the folder of projects. */
export const arranged = (home: Record<string, string>) => arrangedIn(scratch(home));

/** The same for a folder. */
export async function arrangedIn(home: string): Promise<Record<string, string>> {
  const { root, failed } = await arrangeClient(files, home, scratch());
  expect(failed).toEqual([]);
  const paths = readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const found = paths.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(found.map((path) => [path.slice(root.length + 1), readFileSync(path, "utf8")]));
}

/** What is said and done, and where branches begin. */
export function talk(found: Record<string, string>): string[] {
  return outline(readFiles(found).tree).filter((row) => !row.startsWith("copilot/") && !row.startsWith("custom-title"));
}

/** A second of the test. */
export const second = (at: number) => ({ timestamp: new Date(Date.UTC(2026, 2, 1, 9, 0, at)).toISOString() });
/** Events, each a second later than the one before it. */
export const timed = (events: readonly Json[], from = 0) => events.map((one, at) => ({ ...second(from + at), ...one }));
