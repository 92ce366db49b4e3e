import type { Given } from "../../../src/playground/given.ts";
import type { Opened, Progress } from "../../../src/playground/protocol.ts";
import type { PlaygroundState } from "./playground-state.ts";

/** Let the worker read a project, and show its progress. */
export async function readProject(state: PlaygroundState, { name, files }: Given): Promise<Opened> {
  const { client, progress, generation } = state;
  const isCurrent = () => generation === state.generation;
  progress.value = { stage: "reading", done: 0, total: files.reduce((sum, { blob }) => sum + blob.size, 0) };
  try {
    const report = (one: Progress) => void (isCurrent() && (progress.value = one));
    return await client.ask("open", { name, files }, report);
  } finally {
    if (isCurrent()) progress.value = undefined;
  }
}

/** Read the project again if the worker was stopped: a new worker has no project. */
export async function readAgain(state: PlaygroundState): Promise<void> {
  if (state.mustReadAgain && state.given.value) await readProject(state, state.given.value);
  state.mustReadAgain = false;
}
