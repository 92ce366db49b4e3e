import { markRaw } from "vue";
import type { Given } from "../../../src/playground/given.ts";
import type { Opened } from "../../../src/playground/protocol.ts";
import type { Tab } from "../../../src/playground/tabs.ts";
import { emptyOptions, type PlaygroundState } from "./playground-state.ts";
import { readProject } from "./read-project.ts";
import { clearAddress } from "./share-address.ts";

/** Larger projects show one session at first, in bytes. */
const largeProject = 4_000_000;

/** How a project is shown at first. */
export interface FirstView {
  readonly options?: object;
  readonly tab?: Tab;
}

/**
 * Close the current project, and read another one. The current project stays open if there is nothing to read.
 *
 * @param state the playground.
 * @param given the files.
 * @returns what was found; nothing if the files could not be read, or if another project was opened meanwhile.
 */
export async function openProject(state: PlaygroundState, given: Given): Promise<Opened | undefined> {
  if (given.files.length === 0) {
    state.problem.value = whyNothing(given);
    return undefined;
  }
  closeProject(state);
  const { generation } = state;
  const { others } = given;
  state.note.value = others === 0 ? "" : `${others} other ${others === 1 ? "file was" : "files were"} ignored.`;
  state.given.value = markRaw(given);
  try {
    const opened = await readProject(state, given);
    return generation === state.generation ? opened : undefined;
  } catch (error) {
    if (generation !== state.generation) return undefined;
    closeProject(state);
    state.problem.value = `These files could not be read: ${(error as Error).message}`;
    return undefined;
  }
}

/** Set the first view of a project that was read: without a choice, a large project shows its longest session. */
export function startView(state: PlaygroundState, opened: Opened, first: FirstView): void {
  const { options } = state;
  const ids = new Set(opened.sessions.map(({ id }) => id));
  const [longest] = [...opened.sessions].sort((a, b) => b.messages - a.messages);
  if (opened.bytes > largeProject && ids.size > 1) options["session"] = longest!.id;
  Object.assign(options, first.options);
  if (!ids.has(String(options["session"]))) options["session"] = "";
  if (first.tab) state.tab.value = first.tab;
  state.opened.value = markRaw(opened);
}

/** Close the project, and reset the form. */
export function closeProject(state: PlaygroundState): void {
  state.generation++;
  state.client.cancel();
  clearAddress(state);
  Object.assign(state.options, emptyOptions);
  state.tab.value = "page";
  state.given.value = undefined;
  state.opened.value = undefined;
  state.progress.value = undefined;
  state.why.value = undefined;
  state.shown.value = undefined;
  state.problem.value = "";
  state.note.value = "";
  state.isBusy.value = false;
  state.mustReadAgain = false;
}

/** Stop the worker. A project that was read stays open; the next view reads it again. */
export function cancelWork(state: PlaygroundState): void {
  if (state.opened.value === undefined) {
    closeProject(state);
    state.note.value = "Cancelled.";
    return;
  }
  state.client.cancel();
  state.mustReadAgain = true;
  state.isBusy.value = false;
  state.progress.value = undefined;
  state.note.value = "Cancelled. Change an option or the view to continue.";
}

/** Fetch one of the samples of the site. */
export async function fetchSample(address: string): Promise<Given> {
  const response = await fetch(address);
  const { name, files } = (await response.json()) as { name: string; files: Array<{ path: string; text: string }> };
  return toGiven(name, files);
}

/** Turn texts into files. */
export function toGiven(name: string, files: ReadonlyArray<{ readonly path: string; readonly text: string }>): Given {
  return { name, files: files.map(({ path, text }) => ({ path, blob: new Blob([text]) })), others: 0 };
}

function whyNothing({ others }: Given): string {
  if (others === 0) return "No files were given.";
  return others === 1
    ? "This file is not a transcript: its name does not end in .jsonl."
    : "These files are not transcripts: their names do not end in .jsonl.";
}
