import { withBase } from "vitepress";
import { reactive, ref, shallowRef } from "vue";
import { Client } from "../../../src/playground/client.ts";
import type { Given } from "../../../src/playground/given.ts";
import { formOptions } from "../../../src/playground/options.ts";
import type { Opened, Progress, Questions, Why } from "../../../src/playground/protocol.ts";
import type { Tab } from "../../../src/playground/tabs.ts";

/** The answers that a view shows, with the tab they belong to: a view never shows the answers of another one. */
export type Shown = { tab: Tab } & { [K in keyof Questions]?: Questions[K]["output"] };

/** The options of an untouched form: each control has its empty choice. */
export const emptyOptions: Readonly<Record<string, unknown>> = {
  session: "",
  ...Object.fromEntries(formOptions.map(({ name }) => [name, ""])),
};

/** The state of the playground. */
export function createState() {
  return {
    client: new Client(() => new Worker(withBase(workerOfPlayground), { type: "module" })),
    given: shallowRef<Given>(),
    opened: shallowRef<Opened>(),
    progress: shallowRef<Progress>(),
    problem: ref(""),
    note: ref(""),
    isBusy: ref(false),
    tab: ref<Tab>("page"),
    format: reactive<Record<string, string>>({ markdown: "markdown", json: "json", graph: "mermaid" }),
    options: reactive<Record<string, unknown>>({ ...emptyOptions }),
    shown: shallowRef<Shown>(),
    why: shallowRef<{ id: string; found: readonly Why[] }>(),
    /** Increases with each project, so that an answer about an earlier project is dropped. */
    generation: 0,
    /** The worker was stopped: it has to read the project again. */
    mustReadAgain: false,
    /** The view has to be rendered, or rendered again. */
    isOutdated: false,
    /** The address of the page holds what is shown. */
    isShared: false,
  };
}

/** What the modules of the playground work on. */
export type PlaygroundState = ReturnType<typeof createState>;
