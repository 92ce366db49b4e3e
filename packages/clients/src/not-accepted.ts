import { readdirSync } from "node:fs";
import { join } from "node:path";
import { headOf } from "@ccdag/core";
import { readBeginning } from "@ccdag/files/clients";
import type { OtherClient } from "./client-table.ts";

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
    const { bytes, record } = readBeginning(path);
    if (!headOf(bytes).includes(client.mark))
      return { path, reason: `the mark of ${client.name} is not among its first characters` };
    if (!source.accepts(name.replaceAll("\\", "/"), record))
      return { path, reason: `the source ${client.name} does not accept it` };
  }
  return undefined;
}
