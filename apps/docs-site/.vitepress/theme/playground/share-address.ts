import type { ViewOptions } from "../../../src/playground/options.ts";
import { fromFragment, type Shared, toFragment } from "../../../src/playground/share.ts";
import type { PlaygroundState } from "./playground-state.ts";

/**
 * Put the open files, the options and the view into the address of the page.
 *
 * @returns whether they are short enough for an address.
 */
export async function shareInAddress(state: PlaygroundState, options: ViewOptions): Promise<boolean> {
  const { name = "", files = [] } = state.given.value ?? {};
  const fragment = await toFragment({ name, files, options, tab: state.tab.value });
  if (fragment === undefined) return false;
  history.replaceState(history.state, "", `${location.pathname}${location.search}#${fragment}`);
  state.isShared = true;
  return true;
}

/** Remove the fragment from the address when it no longer matches what is shown. */
export function clearAddress(state: PlaygroundState): void {
  if (!state.isShared) return;
  state.isShared = false;
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** Read what the address of the page holds. */
export function readAddress(): Promise<Shared | undefined> {
  return fromFragment(location.hash);
}
