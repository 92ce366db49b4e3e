import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { cacheFolder, readStatus, statusLine, statusPlaces, type StatusPlaces, valueAt } from "@ccdag/library/status";
import type { Io } from "./io.ts";
import { version } from "./own-files.ts";
import { ownProgram } from "./own-program.ts";

/** How old what is remembered may be, in milliseconds. */
const freshMs = 60_000;

/**
 * The status line of a session. It reads what is remembered and what was appended since, and leaves the rest to a process of its
 * own. Whatever is wrong with any of these, the line shows the others.
 *
 * @param json what the client says of the session.
 * @param io the environment of the run.
 * @returns one line, with its ending.
 */
export function statusText(json: string, io: Pick<Io, "cwd" | "env"> & { readonly now: Date }): string {
  const now = io.now.getTime();
  const input = parsed(json);
  try {
    const own = valueAt(input, "transcript_path");
    const places = placesOf(io);
    const status = places && readStatus(places, typeof own === "string" ? own : undefined);
    if (places !== undefined && !(Math.abs(now - (status?.at ?? -Infinity)) < freshMs)) startRefresh(places, now);
    return `${statusLine(input, status, now, "local")}\n`;
  } catch {
    return `${statusLine(input, undefined, now, "local")}\n`;
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Where the status of all sessions is remembered; absent if nothing is to be remembered. */
export function placesOf(io: Pick<Io, "cwd" | "env">): StatusPlaces | undefined {
  const cache = cacheFolder(undefined, io);
  // What says where the sessions are: finding them takes longer.
  const { CLAUDE_CONFIG_DIR, CCDAG_ROOT, HOME, XDG_CONFIG_HOME } = io.env;
  return cache === undefined
    ? undefined
    : statusPlaces(cache, [version, CLAUDE_CONFIG_DIR, CCDAG_ROOT, HOME, XDG_CONFIG_HOME]);
}

/** Start a process that looks at all projects, unless one was started a moment ago. */
function startRefresh({ started }: StatusPlaces, now: number): void {
  const last = statSync(started, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
  if (Math.abs(now - last) < freshMs) return;
  // Where nothing can be written, nothing can be remembered.
  mkdirSync(dirname(started), { recursive: true, mode: 0o700 });
  writeFileSync(started, "", { mode: 0o600 });
  const { spawn } = process.getBuiltinModule("node:child_process");
  const [program, ...words] = ownProgram();
  const child = spawn(program, [...words, "statusline", "--refresh"], {
    detached: true,
    stdio: "ignore",
    windowsHide: true,
  });
  child.on("error", () => {});
  child.unref();
}
