import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { firstRecord } from "@ccdag/files/clients";
import type { OtherClient } from "./client-table.ts";

/** How many characters of a transcript the mark of its source is looked for in. */
const headLength = 200;

/**
 * Why the source of an agent does not read a transcript that its files were arranged as. Authors of plugins want to know it: such a
 * file is read as one of Claude Code.
 *
 * @param client the agent.
 * @param root its folder of projects.
 * @returns the first such transcript with the reason; `undefined` if there is none.
 */
export async function notAccepted(
  client: OtherClient,
  root: string,
): Promise<{ readonly path: string; readonly reason: string } | undefined> {
  const { source } = await client.load();
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
  for (const name of names.filter((one) => one.endsWith(".jsonl"))) {
    const path = join(root, name);
    if (!headOf(path).includes(client.mark))
      return { path, reason: `the mark of ${client.name} is not among its first ${headLength} characters` };
    if (!source.accepts(name.replaceAll("\\", "/"), firstRecord(path)))
      return { path, reason: `the source ${client.name} does not accept it` };
  }
  return undefined;
}

function headOf(path: string): string {
  const head = Buffer.alloc(headLength);
  const file = openSync(path, "r");
  try {
    return head.toString("latin1", 0, readSync(file, head));
  } finally {
    closeSync(file);
  }
}
