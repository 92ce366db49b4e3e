import { computed, nextTick, watch } from "vue";
import { commandOf } from "../../../src/playground/command-of.ts";
import type { Given } from "../../../src/playground/given.ts";
import { readViewOptions, type ViewOptions } from "../../../src/playground/options.ts";
import { formatsOf } from "../../../src/playground/tabs.ts";
import {
  cancelWork,
  closeProject,
  fetchSample,
  type FirstView,
  openProject,
  startView,
  toGiven,
} from "./open-project.ts";
import { createState, type PlaygroundState } from "./playground-state.ts";
import { clearAddress, readAddress, shareInAddress } from "./share-address.ts";
import { explainEntry, showView } from "./show-view.ts";

/** The state of the playground, and its actions. */
export function usePlayground() {
  const state = createState();
  const { given, opened, progress, problem, note, isBusy, tab, format, options, shown, why } = state;

  const viewOptions = computed(() => chosenOptions(state));
  const command = computed(() => (given.value ? commandOf(given.value, tab.value, viewOptions.value) : ""));
  const show = () => showView(state, () => viewOptions.value);

  async function open(next: Given, first: FirstView = {}): Promise<void> {
    const found = await openProject(state, next);
    if (found === undefined) return;
    const { generation } = state;
    startView(state, found, first);
    await show();
    if (generation === state.generation) document.getElementById(`tab-${tab.value}`)?.focus({ preventScroll: true });
  }

  /** Open what the address of the page holds. */
  async function openShared(): Promise<void> {
    const shared = await readAddress();
    if (shared === undefined) return;
    const { to, ...rest } = shared.options;
    if (format[shared.tab] !== undefined && formatsOf[shared.tab]?.includes(to)) format[shared.tab] = to;
    state.isShared = false;
    await open(toGiven(shared.name, shared.files), { options: rest, tab: shared.tab });
    await nextTick();
    state.isShared = true;
  }

  watch([viewOptions, tab], () => {
    if (opened.value === undefined) return;
    clearAddress(state);
    void show();
  });
  return {
    given,
    opened,
    progress,
    problem,
    note,
    isBusy,
    tab,
    format,
    options,
    shown,
    why,
    command,
    viewOptions,
    open,
    openShared,
    openSample: async (address: string) => open(await fetchSample(address)),
    explain: (id: string) => explainEntry(state, id),
    close: () => closeProject(state),
    cancel: () => cancelWork(state),
    share: () => shareInAddress(state, viewOptions.value),
  };
}

function chosenOptions({ tab, format, options }: PlaygroundState): ViewOptions {
  const to = tab.value === "page" ? "html" : (format[tab.value] ?? "html");
  const set = Object.entries(options).filter(([, value]) => value !== "" && value !== undefined);
  return readViewOptions({ ...Object.fromEntries(set), to });
}

/** What the components of the playground share. */
export type Playground = ReturnType<typeof usePlayground>;
