import { computed, markRaw, nextTick, reactive, ref, shallowRef, watch } from "vue";
import { Cancelled, Client } from "../../../src/playground/client.ts";
import { commandOf } from "../../../src/playground/command.ts";
import type { Given } from "../../../src/playground/given.ts";
import { formOptions, readViewOptions, type ViewOptions } from "../../../src/playground/options.ts";
import type { Opened, Progress, Questions, Why } from "../../../src/playground/protocol.ts";
import { fromFragment, toFragment } from "../../../src/playground/share.ts";
import { formatsOf, type Tab } from "../../../src/playground/tabs.ts";

/** What a view was told, and which view that was: what is shown is never another one's. */
type Shown = { tab: Tab } & { [K in keyof Questions]?: Questions[K]["output"] };

/** Options that nobody has set: the empty choice of each control. */
const unset: Readonly<Record<string, unknown>> = {
  session: "",
  ...Object.fromEntries(formOptions.map(({ name }) => [name, ""])),
};

/** Everything that the page of the playground shows and does. */
export function usePlayground() {
  const client = new Client(
    () => new Worker(new URL("../../../src/playground/worker.ts", import.meta.url), { type: "module" }),
  );
  const given = shallowRef<Given>();
  const opened = shallowRef<Opened>();
  const progress = shallowRef<Progress>();
  const problem = ref("");
  const note = ref("");
  const isBusy = ref(false);
  const tab = ref<Tab>("page");
  const format = reactive<Record<string, string>>({ markdown: "markdown", json: "json", graph: "mermaid" });
  const options = reactive<Record<string, unknown>>({ ...unset });
  const shown = shallowRef<Shown>();
  const why = shallowRef<{ id: string; found: readonly Why[] }>();
  /** Rises with each project, so that an answer about an earlier one is forgotten. */
  let turn = 0;
  /** The worker was stopped while it told: it has to read again. */
  let isForgotten = false;
  let isWanted = false;
  /** The address of the page holds what is shown. */
  let isShared = false;

  const viewOptions = computed<ViewOptions>(() => {
    const to = tab.value === "page" ? "html" : (format[tab.value] ?? "html");
    const set = Object.entries(options).filter(([, value]) => value !== "" && value !== undefined);
    return readViewOptions({ ...Object.fromEntries(set), to });
  });
  const command = computed(() => (given.value ? commandOf(given.value, tab.value, viewOptions.value) : ""));

  async function open(next: Given, asked: { options?: object; tab?: Tab } = {}): Promise<void> {
    if (next.files.length === 0) {
      const others =
        next.others === 1
          ? "This file is no transcript: its name does"
          : "These files are no transcripts: their names do";
      problem.value = next.others === 0 ? "Nothing was given." : `${others} not end in .jsonl.`;
      return;
    }
    close();
    const own = turn;
    note.value =
      next.others === 0 ? "" : `${next.others} other ${next.others === 1 ? "file was" : "files were"} left out.`;
    given.value = markRaw(next);
    try {
      const found = await read(next);
      if (own !== turn) return;
      const ids = new Set(found.sessions.map(({ id }) => id));
      // A whole project of years is told session by session.
      const [first] = [...found.sessions].sort((a, b) => b.messages - a.messages);
      if (found.bytes > 4_000_000 && ids.size > 1) options["session"] = first!.id;
      Object.assign(options, asked.options);
      if (!ids.has(String(options["session"]))) options["session"] = "";
      if (asked.tab) tab.value = asked.tab;
      opened.value = markRaw(found);
    } catch (error) {
      if (own !== turn) return;
      close();
      problem.value = `These files could not be read: ${(error as Error).message}`;
      return;
    }
    await show();
    if (own === turn) document.getElementById(`tab-${tab.value}`)?.focus({ preventScroll: true });
  }

  async function read({ name, files }: Given): Promise<Opened> {
    const own = turn;
    progress.value = { stage: "reading", done: 0, total: files.reduce((sum, { blob }) => sum + blob.size, 0) };
    try {
      const report = (one: Progress) => void (own === turn && (progress.value = one));
      return await client.ask("open", { name, files }, report);
    } finally {
      if (own === turn) progress.value = undefined;
    }
  }

  /** Show the chosen view with the chosen options. While one is told the next one waits, and only the last counts. */
  async function show(): Promise<void> {
    isWanted = true;
    if (isBusy.value || opened.value === undefined || given.value === undefined) return;
    const own = turn;
    isBusy.value = true;
    problem.value = "";
    try {
      await readAgain();
      while (isWanted) {
        isWanted = false;
        const found = await askFor(tab.value);
        if (own !== turn) return;
        if (!isWanted) shown.value = found;
      }
    } catch (error) {
      if (own === turn && !(error instanceof Cancelled)) problem.value = (error as Error).message;
    } finally {
      if (own === turn) isBusy.value = false;
    }
  }

  async function askFor(name: Tab): Promise<Shown> {
    const found: Shown = { tab: name };
    const asked = viewOptions.value;
    if (name === "graph") found.draw = await client.ask("draw", asked);
    if (formatsOf[name]) found.render = await client.ask("render", asked);
    if (name === "diagnostics") found.diagnostics = await client.ask("diagnostics", undefined);
    if (name === "account") found.account = await client.ask("account", undefined);
    return found;
  }

  async function explain(id: string): Promise<void> {
    const own = turn;
    try {
      await readAgain();
      const found = await client.ask("why", id);
      if (own === turn) why.value = { id, found };
    } catch (error) {
      if (own === turn && !(error instanceof Cancelled)) problem.value = (error as Error).message;
    }
  }

  /** A worker that was stopped knows nothing any more. */
  async function readAgain(): Promise<void> {
    if (isForgotten && given.value) await read(given.value);
    isForgotten = false;
  }

  /** Stop what goes on. What was read stays; to go on with it, it is read again. */
  function cancel(): void {
    if (opened.value === undefined) {
      close();
      note.value = "Cancelled.";
      return;
    }
    client.cancel();
    isForgotten = true;
    isBusy.value = false;
    progress.value = undefined;
    note.value = "Cancelled. Change an option or the view to go on.";
  }

  function close(): void {
    turn++;
    client.cancel();
    forgetAddress();
    Object.assign(options, unset);
    tab.value = "page";
    given.value = undefined;
    opened.value = undefined;
    progress.value = undefined;
    why.value = undefined;
    shown.value = undefined;
    problem.value = "";
    note.value = "";
    isBusy.value = false;
    isForgotten = false;
  }

  /** Put all that is open into the address of this page; says whether it is short enough. */
  async function share(): Promise<boolean> {
    const { name = "", files = [] } = given.value ?? {};
    const fragment = await toFragment({ name, files, options: viewOptions.value, tab: tab.value });
    if (fragment === undefined) return false;
    history.replaceState(history.state, "", `${location.pathname}${location.search}#${fragment}`);
    isShared = true;
    return true;
  }

  /** An address that does not say what is shown any more says nothing. */
  function forgetAddress(): void {
    if (!isShared) return;
    isShared = false;
    history.replaceState(history.state, "", location.pathname + location.search);
  }

  /** Open what the address of this page holds. */
  async function openShared(): Promise<void> {
    const shared = await fromFragment(location.hash);
    if (shared === undefined) return;
    const files = shared.files.map(({ path, text }) => ({ path, blob: new Blob([text]) }));
    const { to, ...rest } = shared.options;
    if (format[shared.tab] !== undefined && formatsOf[shared.tab]?.includes(to)) format[shared.tab] = to;
    isShared = false;
    await open({ name: shared.name, files, others: 0 }, { options: rest, tab: shared.tab });
    await nextTick();
    isShared = true;
  }

  /** Open one of the samples that the site has. */
  async function openSample(address: string): Promise<void> {
    const response = await fetch(address);
    const { name, files } = (await response.json()) as { name: string; files: Array<{ path: string; text: string }> };
    await open({ name, files: files.map(({ path, text }) => ({ path, blob: new Blob([text]) })), others: 0 });
  }

  watch([viewOptions, tab], () => {
    if (opened.value === undefined) return;
    forgetAddress();
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
    telling: viewOptions,
    open,
    explain,
    close,
    cancel,
    share,
    openShared,
    openSample,
  };
}

/** What the components of the page share. */
export type Playground = ReturnType<typeof usePlayground>;
