import { computed, markRaw, reactive, ref, shallowRef, watch } from "vue";
import { Cancelled, Client } from "../../../src/playground/client.ts";
import { fromDrop, fromInput, type Given } from "../../../src/playground/given.ts";
import { endings, type Format, readOptions, type TellOptions, toCommand } from "../../../src/playground/options.ts";
import type { Opened, Progress, Questions, Why } from "../../../src/playground/protocol.ts";
import { fromFragment, toFragment } from "../../../src/playground/share.ts";

/** Views of what is open. */
export const tabs = ["page", "markdown", "json", "graph", "diagnostics", "account"] as const;
/** The name of a view. */
export type Tab = (typeof tabs)[number];

/** Formats of the views that show a text. */
export const formatsOf: Readonly<Partial<Record<Tab, readonly Format[]>>> = {
  page: ["html"],
  markdown: ["markdown", "github", "llm", "plain"],
  json: ["json", "jsonl", "messages"],
  graph: ["mermaid", "dot"],
};

/** Options that nobody has set. */
const unset = {
  session: "",
  leaf: "",
  detail: "",
  branch: "",
  agents: "",
  order: "",
  compaction: "",
  tools: "",
  images: "",
  limit: "",
  graph: undefined,
  thinking: undefined,
  redact: undefined,
  tokens: undefined,
};

type Shown = { [K in keyof Questions]?: Questions[K]["output"] };

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
  const format = reactive<Record<string, Format>>({ markdown: "markdown", json: "json", graph: "mermaid" });
  const options = reactive<Record<string, unknown>>({ ...unset });
  const shown = shallowRef<Shown>({});
  const why = shallowRef<{ id: string; found: readonly Why[] }>();
  let asked = 0;

  const telling = computed<TellOptions>(() => {
    const to = tab.value === "page" ? "html" : (format[tab.value] ?? "html");
    const set = Object.entries(options).filter(([, value]) => value !== "" && value !== undefined);
    return readOptions({ ...Object.fromEntries(set), to });
  });
  const command = computed(() => {
    if (given.value === undefined) return "";
    const { name, files } = given.value;
    const { session } = telling.value;
    const own = session === undefined ? undefined : files.find(({ path }) => path.endsWith(`${session}.jsonl`));
    // A project of the client is named after its directory, with a dash first, which no command takes for a name.
    const folder = name.startsWith("-") ? `~/.claude/projects/${name}` : name;
    const path = own === undefined || own.path === name ? folder : name === "." ? own.path : `${folder}/${own.path}`;
    if (tab.value === "diagnostics") return `npx ccdag check ${path} --verbose`;
    if (tab.value === "account") return `npx ccdag check ${path} --drift`;
    return `${toCommand(path, telling.value)} -o talk${endings[telling.value.to]}`;
  });

  async function open(next: Given): Promise<void> {
    close();
    problem.value = "";
    if (next.files.length === 0) {
      problem.value =
        next.others === 0
          ? "Nothing was given."
          : `None of these ${next.others} files is a transcript: their names end in .jsonl.`;
      return;
    }
    note.value =
      next.others === 0 ? "" : `${next.others} other ${next.others === 1 ? "file was" : "files were"} left out.`;
    isBusy.value = true;
    given.value = markRaw(next);
    progress.value = { stage: "reading", done: 0, total: next.files.reduce((sum, { blob }) => sum + blob.size, 0) };
    try {
      const found = await client.ask("open", { name: next.name, files: next.files }, (one) => (progress.value = one));
      opened.value = markRaw(found);
      // A whole project of years is told session by session.
      const [first] = found.sessions.toSorted((a, b) => b.messages - a.messages);
      if (found.bytes > 4_000_000 && found.sessions.length > 1 && first) options["session"] = first.id;
      await show();
    } catch (error) {
      if (error instanceof Cancelled) note.value = "Cancelled.";
      else problem.value = `These files could not be read: ${(error as Error).message}`;
      given.value = undefined;
      opened.value = undefined;
    } finally {
      progress.value = undefined;
      isBusy.value = false;
    }
  }

  /** Ask for what the chosen view shows. Only the last question counts. */
  async function show(): Promise<void> {
    if (opened.value === undefined) return;
    const turn = ++asked;
    isBusy.value = true;
    problem.value = "";
    try {
      const found: Shown = {};
      if (tab.value === "graph") found.draw = await client.ask("draw", undefined);
      if (formatsOf[tab.value]) found.tell = await client.ask("tell", telling.value);
      if (tab.value === "diagnostics") found.diagnostics = await client.ask("diagnostics", undefined);
      if (tab.value === "account") found.account = await client.ask("account", undefined);
      if (turn === asked) shown.value = found;
    } catch (error) {
      if (turn === asked && !(error instanceof Cancelled)) problem.value = (error as Error).message;
    } finally {
      if (turn === asked) isBusy.value = false;
    }
  }

  async function explain(id: string): Promise<void> {
    const found = await client.ask("why", id).catch(() => []);
    why.value = { id, found };
  }

  function cancel(): void {
    close();
    note.value = "Cancelled.";
  }

  function close(): void {
    client.cancel();
    Object.assign(options, unset);
    given.value = undefined;
    opened.value = undefined;
    progress.value = undefined;
    why.value = undefined;
    shown.value = {};
    note.value = "";
  }

  /** The address of this page with all that is open, where it is short enough. */
  async function share(): Promise<string | undefined> {
    const { name = "", files = [] } = given.value ?? {};
    const fragment = await toFragment(name, files, telling.value);
    return fragment === undefined ? undefined : `${location.href.replace(/#.*$/, "")}#${fragment}`;
  }

  /** Open what the address of this page holds. */
  async function openShared(): Promise<void> {
    const shared = await fromFragment(location.hash);
    if (shared === undefined) return;
    const files = shared.files.map(({ path, text }) => ({ path, blob: new Blob([text]) }));
    await open({ name: shared.name, files, others: 0 });
    const { to, ...rest } = shared.options;
    Object.assign(options, rest);
    tab.value = tabs.find((one) => formatsOf[one]?.includes(to)) ?? "page";
    if (format[tab.value] !== undefined) format[tab.value] = to;
  }

  /** Open one of the samples that the site has. */
  async function openSample(address: string): Promise<void> {
    const response = await fetch(address);
    const { name, files } = (await response.json()) as { name: string; files: Array<{ path: string; text: string }> };
    await open({ name, files: files.map(({ path, text }) => ({ path, blob: new Blob([text]) })), others: 0 });
  }

  watch([telling, tab], () => void show());
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
    telling,
    open,
    show,
    explain,
    close,
    cancel,
    share,
    openShared,
    openSample,
    fromDrop,
    fromInput,
  };
}

/** What the components of the page share. */
export type Playground = ReturnType<typeof usePlayground>;
