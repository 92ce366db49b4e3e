import { Cancelled } from "../../../src/playground/client.ts";
import type { ViewOptions } from "../../../src/playground/options.ts";
import { formatsOf } from "../../../src/playground/tabs.ts";
import type { PlaygroundState, Shown } from "./playground-state.ts";
import { readAgain } from "./read-project.ts";

/**
 * Show the chosen view with the chosen options. If the choice changes while a view is rendered, only the last one is
 * rendered after it.
 *
 * @param state the playground.
 * @param viewOptions returns the chosen options.
 */
export async function showView(state: PlaygroundState, viewOptions: () => ViewOptions): Promise<void> {
  const { generation, isBusy, opened, given, problem, shown, tab } = state;
  state.isOutdated = true;
  if (isBusy.value || opened.value === undefined || given.value === undefined) return;
  isBusy.value = true;
  problem.value = "";
  try {
    await readAgain(state);
    while (state.isOutdated) {
      state.isOutdated = false;
      const found = await askForView(state, { tab: tab.value }, viewOptions());
      if (generation !== state.generation) return;
      if (!state.isOutdated) shown.value = found;
    }
  } catch (error) {
    report(state, generation, error);
  } finally {
    if (generation === state.generation) isBusy.value = false;
  }
}

/** Explain the position of an entry, in the panel beside the view. */
export async function explainEntry(state: PlaygroundState, id: string): Promise<void> {
  const { client, generation, why } = state;
  try {
    await readAgain(state);
    const found = await client.ask("why", id);
    if (generation === state.generation) why.value = { id, found };
  } catch (error) {
    report(state, generation, error);
  }
}

async function askForView({ client }: PlaygroundState, view: Shown, options: ViewOptions): Promise<Shown> {
  const found = { ...view };
  if (view.tab === "graph") found.draw = await client.ask("draw", options);
  if (formatsOf[view.tab]) found.render = await client.ask("render", options);
  if (view.tab === "diagnostics") found.diagnostics = await client.ask("diagnostics", undefined);
  if (view.tab === "account") found.account = await client.ask("account", undefined);
  return found;
}

function report(state: PlaygroundState, generation: number, error: unknown): void {
  if (generation === state.generation && !(error instanceof Cancelled)) state.problem.value = (error as Error).message;
}
