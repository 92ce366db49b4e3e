// Extracts the tasks of each branch of a session: node dist/index.js <base url> <session> <file>
import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { type AcontextPart, StoreClient, StoreRequestError } from "@ccdag/client";

/** The tasks of a branch, up to one of its messages. */
export interface Row {
  readonly branch: string | null;
  readonly message: string;
  readonly tasks: readonly string[];
}

/** The tasks after a message: `- [ ] dig` in it is a new one, `- [x] dig` ends it. */
export function tasksAfter(before: readonly string[], parts: readonly AcontextPart[]): readonly string[] {
  const tasks = new Set(before);
  for (const line of parts.flatMap(({ text }) => (text ?? "").split("\n")))
    if (line.startsWith("- [ ] ")) tasks.add(line.slice(6));
    else if (line.startsWith("- [x] ")) tasks.delete(line.slice(6));
  return [...tasks];
}

/** Write a row for each message of a session, as a consumer of the group `tasks`, until the process ends. */
export async function extract({ sessions }: StoreClient, session: string, file: string): Promise<void> {
  const found = existsSync(file) ? readFileSync(file, "utf8") : "";
  const whole = found.slice(0, found.lastIndexOf("\n") + 1);
  // After the last end of a line is what a process that was killed began to write.
  if (whole !== found) truncateSync(file, Buffer.byteLength(whole));
  const rows = whole.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Row]));
  const tasksOf = new Map(rows.map(({ message, tasks }) => [message, tasks]));
  for (;;) {
    // After so many seconds another process, or this one when it is back, gets them again.
    const taken = await sessions.takeEvents(session, "tasks", { limit: 10, seconds: 2 }).catch((error: unknown) => {
      if (!(error instanceof StoreRequestError) || error.code !== "LEASE_HELD") throw error;
    });
    for (const { ref: branch, message } of taken?.events ?? []) {
      if (message === null || tasksOf.has(message.id)) continue;
      const { id, parentId, parts } = message;
      const tasks = tasksAfter(parentId === null ? [] : await tasksAt(parentId), parts);
      appendFileSync(file, `${JSON.stringify({ branch, message: id, tasks })}\n`);
      tasksOf.set(id, tasks);
    }
    if (!taken?.lease) await setTimeout(200);
    else await sessions.acknowledgeEvents(session, "tasks", taken.lease, taken.events.at(-1)!.id);
  }
  /** A message comes after the one that it follows, unless that was imported: then its branch, and no other, is read. */
  async function tasksAt(leafId: string): Promise<readonly string[]> {
    const known = tasksOf.get(leafId);
    if (known) return known;
    const { items } = await sessions.getMessages(session, { format: "acontext", leafId });
    return items.reduce<readonly string[]>((tasks, { parts }) => tasksAfter(tasks, parts), []);
  }
}

const [program, baseUrl = "", session = "", file = "tasks.jsonl"] = process.argv.slice(1);
if (program !== undefined && import.meta.url === pathToFileURL(program).href)
  await extract(new StoreClient({ baseUrl, token: process.env["CCDAG_STORE_TOKEN"] }), session, file);
