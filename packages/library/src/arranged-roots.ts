import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { arrangeClients, type ClientHome, clientHomes, clientHomesIn } from "@ccdag/clients";
import { visibleLine } from "@ccdag/pipeline/tables";
import type { LibraryIo } from "./library-io.ts";
import { pluginClients } from "./plugin-clients.ts";

/** What is needed to arrange the sessions of other coding agents. */
type ArrangeIo = Pick<LibraryIo, "cache" | "clients" | "config" | "env" | "stderr">;

/**
 * The sessions of all other coding agents of this machine, as folders of projects. They are read with those of Claude Code.
 *
 * @param io the variables, the cache, the plugins of the user, and the coding agents that are wanted.
 */
export async function arrangedRoots(io: ArrangeIo): Promise<string[]> {
  return arrange(clientHomes(io.env, io.clients, await pluginClients(io.config)), io);
}

/** How long the files of other coding agents are left alone, in milliseconds, and how many times as long as it takes to look. */
const restMs = 2000;
const restTimes = 30;

/**
 * Arrange again what other coding agents write, until it is stopped, so that what watches the roots sees it. The process need not
 * wait for it.
 *
 * @param io as for {@link arrangedRoots}.
 * @returns stops it.
 */
export function followClients(io: ArrangeIo): () => void {
  const said = new Set<string>();
  const stderr = (text: string) => {
    if (!said.has(text)) io.stderr(text);
    said.add(text);
  };
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const lookAfter = (rest: number) => {
    if (isStopped) return;
    timer = setTimeout(() => {
      const began = performance.now();
      arrangedRoots({ ...io, stderr })
        .catch((error: unknown) => stderr(`${visibleLine(`Cannot read other agents: ${String(error)}`)}\n`))
        .finally(() => lookAfter(Math.max(restMs, restTimes * (performance.now() - began))));
    }, rest).unref();
  };
  lookAfter(restMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/**
 * The same for a copy of somebody's home, or the data folder of such an agent.
 *
 * @param folder an absolute path.
 * @param io the cache.
 * @returns none if it is neither.
 */
export async function arrangedRootsIn(folder: string, io: ArrangeIo): Promise<string[]> {
  return arrange(clientHomesIn(folder, await pluginClients(io.config)), io);
}

async function arrange(homes: readonly ClientHome[], { cache, stderr }: ArrangeIo): Promise<string[]> {
  if (homes.length === 0) return [];
  // Nothing is written below what is read.
  const isBelow = homes.some(({ home }) => `${cache}${sep}`.startsWith(`${home}${sep}`));
  return arrangeClients(homes, cache === undefined || isBelow ? passingFolder() : cache, (path, reason) =>
    stderr(`${visibleLine(`Cannot read \`${path}\`: ${reason}`)}\n`),
  );
}

let passing: string | undefined;

/** A folder for the time of the process, where nothing may be remembered. */
function passingFolder(): string {
  if (passing === undefined) {
    const folder = mkdtempSync(join(tmpdir(), "ccdag-clients-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    passing = folder;
  }
  return passing;
}
