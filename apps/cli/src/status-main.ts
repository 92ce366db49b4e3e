import { readFileSync, writeSync } from "node:fs";
import { isPiped } from "./is-piped.ts";
import { statusText } from "./status-text.ts";

/**
 * Run `ccdag statusline` as a client does, which waits for it at each answer: the table of commands, streams and messages take
 * longer than all that it does.
 */
export async function main(): Promise<void> {
  if (!isPiped(0)) return (await import("./index.ts")).main();
  try {
    writeSync(1, statusText(readFileSync(0, "utf8"), { cwd: process.cwd(), env: process.env, now: new Date() }));
  } catch {
    // A client that does not read the line, or has written nothing, does without it.
  }
}
