import type { Root } from "@ccdag/ccast";
import { type Plugin, type PluggableList, type Preset, unified } from "unified";
import { VFile } from "vfile";
import { conservation } from "./check/conservation.ts";
import { containment } from "./check/containment.ts";
import { clock, determinism, untouched } from "./check/determinism.ts";
import { links } from "./check/links.ts";
import { once } from "./check/once.ts";
import { order } from "./check/order.ts";
import { resultAfterCall } from "./check/result-after-call.ts";
import { robustness } from "./check/robustness.ts";
import { stableIds } from "./check/stable-ids.ts";
import { words } from "./check/words.ts";
import type { ConformanceOptions, KitOptions, RenderTree } from "./kit-options.ts";

/** The checks by name: what each requires of a renderer, and the function that finds faults. */
export const checks: Readonly<Record<Rule, Check>> = {
  conservation: { promise: "renders every block", find: conservation },
  words: { promise: "renders every word of a text, in any Markdown syntax", find: words },
  once: { promise: "renders everything once", find: once },
  order: { promise: "renders in reading order", find: order },
  "result-after-call": { promise: "renders results after their calls", find: resultAfterCall },
  links: { promise: "has links with existing targets", find: links },
  containment: { promise: "confines untrusted text", find: containment },
  determinism: { promise: "gives the same bytes for the same tree", find: determinism },
  clock: { promise: "does not depend on time and time zone", find: clock },
  "stable-ids": { promise: "keeps the names of anchors", find: stableIds },
  untouched: { promise: "does not change the tree", find: untouched },
  robustness: { promise: "accepts empty and huge trees", find: robustness },
};

/** The name of a check. */
export type Rule =
  | "conservation"
  | "words"
  | "once"
  | "order"
  | "result-after-call"
  | "links"
  | "containment"
  | "determinism"
  | "clock"
  | "stable-ids"
  | "untouched"
  | "robustness";

interface Check {
  /** What a renderer without this fault does. */
  readonly promise: string;
  readonly find: (given: ConformanceOptions) => string[];
}

/** A fault of a renderer. */
export interface Fault {
  readonly rule: Rule;
  /** What is wrong, and in which sample, as a sentence. */
  readonly reason: string;
}

/** A renderer with options of any type, or a preset that has one. */
// oxlint-disable-next-line typescript/no-explicit-any -- each plugin has other options
export type RendererUnderTest = Plugin<any[], Root, string> | Preset;

/**
 * Find faults of a renderer, without a test runner.
 *
 * @param renderer a unified plugin that sets a compiler for ccast, or a preset with one.
 * @param options the format of the output, and what the renderer omits on purpose.
 * @param rules the checks to run (default: all).
 * @returns the faults; an empty list for a renderer without faults. An exception of the renderer is a fault.
 * @throws TypeError for an unknown format or check.
 */
export function findFaults(
  renderer: RendererUnderTest,
  options: KitOptions,
  rules: readonly Rule[] = allRules,
): Fault[] {
  assertOptions(options, rules);
  const render = createRender(renderer, options);
  return rules.flatMap((rule) => {
    try {
      return checks[rule].find({ render, options }).map((reason) => ({ rule, reason }));
    } catch (error) {
      const what = error instanceof Error ? `${error.name}: ${error.message.split("\n")[0]}` : String(error);
      return [{ rule, reason: `it throws ${what}` }];
    }
  });
}

/** A misspelt option must not switch checks off. */
function assertOptions({ format }: KitOptions, rules: readonly Rule[]): void {
  const isFormat =
    typeof format === "object" ? typeof format.toHtml === "function" : formats.some((one) => one === format);
  if (!isFormat)
    throw new TypeError(
      `Expected one of the formats ${formats.join(", ")} or {toHtml}, not \`${JSON.stringify(format)}\``,
    );
  for (const rule of rules)
    if (!Object.hasOwn(checks, rule)) throw new TypeError(`Expected the name of a check, not \`${rule}\``);
}

const formats: readonly string[] = ["markdown", "html", "json", "text"];
const allRules = Object.keys(checks) as Rule[];

function createRender(renderer: RendererUnderTest, { options }: KitOptions): RenderTree {
  const isPlugin = typeof renderer === "function";
  const processor = unified().use([isPlugin && options ? [renderer, options] : renderer] as PluggableList);
  // Given options are merged into the settings of a preset.
  if (!isPlugin && options) processor.use({ settings: options });
  processor.freeze();
  const ledger = { lines: 0, records: [], folded: [], malformed: [], hidden: [] };
  return (tree) => {
    const file = new VFile({ path: "sample.jsonl", data: { ledger } });
    const text: unknown = processor.stringify(processor.runSync(tree, file), file);
    if (typeof text !== "string")
      throw new TypeError(`Expected a string, not ${text instanceof Promise ? "a promise" : typeof text}`);
    // A renderer may divide its output into parts.
    const { parts } = file.data as { parts?: readonly string[] };
    return parts === undefined || parts.join("\n") === text ? text : parts.join("\n");
  };
}
