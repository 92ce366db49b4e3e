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
import type { ConformanceOptions, KitOptions, RenderTree } from "./options.ts";

/** What a renderer has to keep, by name: what it promises, and who looks. */
export const checks: Readonly<Record<Rule, Check>> = {
  conservation: { promise: "tells every block", find: conservation },
  words: { promise: "tells every word of a text, however it was written", find: words },
  once: { promise: "tells it once", find: once },
  order: { promise: "tells it in reading order", find: order },
  "result-after-call": { promise: "tells results after their calls", find: resultAfterCall },
  links: { promise: "has links that lead somewhere", find: links },
  containment: { promise: "keeps what strangers wrote in its place", find: containment },
  determinism: { promise: "gives the same bytes for the same tree", find: determinism },
  clock: { promise: "knows neither the time nor the place", find: clock },
  "stable-ids": { promise: "keeps the names of places", find: stableIds },
  untouched: { promise: "leaves the tree as it is", find: untouched },
  robustness: { promise: "takes empty trees and huge ones", find: robustness },
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
  /** What a renderer does that has no such fault. */
  readonly promise: string;
  readonly find: (given: ConformanceOptions) => string[];
}

/** What a renderer does not keep. */
export interface Fault {
  readonly rule: Rule;
  /** What was seen, and where. */
  readonly reason: string;
}

/** A renderer, with whatever type its options have; or a preset that has one. */
// oxlint-disable-next-line typescript/no-explicit-any -- options are a plugin's own
export type RendererUnderTest = Plugin<any[], Root, string> | Preset;

/**
 * Look for faults of a renderer, without a test runner.
 *
 * @param renderer a unified plugin that sets a compiler for ccast, or a preset with one.
 * @param options how its text is read, and what it leaves out on purpose.
 * @param rules which checks (default: all).
 * @returns what was found; nothing where all is well.
 * @throws TypeError for a format or a check that there is not.
 */
export function findFaults(
  renderer: RendererUnderTest,
  options: KitOptions,
  rules: readonly Rule[] = allRules,
): Fault[] {
  assertOptions(options, rules);
  const render = teller(renderer, options);
  return rules.flatMap((rule) => {
    try {
      return checks[rule].find({ render: render, options }).map((reason) => ({ rule, reason }));
    } catch (error) {
      const what = error instanceof Error ? `${error.name}: ${error.message.split("\n")[0]}` : String(error);
      return [{ rule, reason: `it throws ${what}` }];
    }
  });
}

/** What a misspelt option would have asked for is not looked at for want of a letter. */
function assertOptions({ format }: KitOptions, rules: readonly Rule[]): void {
  const isFormat =
    typeof format === "object" ? typeof format.toHtml === "function" : formats.some((one) => one === format);
  if (!isFormat)
    throw new TypeError(`Expected a format, ${formats.join(", ")} or {toHtml}, not \`${JSON.stringify(format)}\``);
  for (const rule of rules)
    if (!Object.hasOwn(checks, rule)) throw new TypeError(`Expected the name of a check, not \`${rule}\``);
}

const formats: readonly string[] = ["markdown", "html", "json", "text"];
const allRules = Object.keys(checks) as Rule[];

function teller(renderer: RendererUnderTest, { options }: KitOptions): RenderTree {
  const isPlugin = typeof renderer === "function";
  const processor = unified().use([isPlugin && options ? [renderer, options] : renderer] as PluggableList);
  // The settings of a preset are joined by what is given.
  if (!isPlugin && options) processor.use({ settings: options });
  processor.freeze();
  const ledger = { lines: 0, records: [], folded: [], malformed: [], hidden: [] };
  return (tree) => {
    const file = new VFile({ path: "sample.jsonl", data: { ledger } });
    const text: unknown = processor.stringify(processor.runSync(tree, file), file);
    if (typeof text !== "string")
      throw new TypeError(`Expected a text, not ${text instanceof Promise ? "a promise" : typeof text}`);
    // A long text may be several.
    const { parts } = file.data as { parts?: readonly string[] };
    return parts === undefined || parts.join("\n") === text ? text : parts.join("\n");
  };
}
