import type { Element } from "hast";
import { formatTime } from "@ccdag/mdast";
import { element } from "../tree/element.ts";
import type { Stop } from "./stops.ts";
import { renderTime } from "./render-time.ts";
import type { Words } from "./words.ts";

/** Longer pauses are drawn at this length, so that nights do not hide the work. */
const maxPauseMs = 20 * 60_000;
const maxStops = 600;

/** The labels of the legend. */
type LegendWords = Pick<Words, "kinds" | "branches" | "compactions">;

/**
 * The timeline strip of a page: prompts, agents and compactions from left to right.
 *
 * @returns `undefined` where there are not two different times.
 */
export function renderStrip(stops: readonly Stop[], words: LegendWords): Element | undefined {
  const timed = stops
    .filter((stop): stop is Stop & { time: number } => stop.time !== undefined && formatTime(stop.time) !== "")
    .sort((a, b) => a.time - b.time);
  const step = Math.ceil(timed.length / maxStops);
  const shown = timed.filter((_, at) => at % step === 0);
  const [first] = timed;
  const last = timed.at(-1);
  if (first === undefined || last === undefined || first.time === last.time) return undefined;
  const offsets: number[] = [];
  for (const [at, { time }] of shown.entries())
    offsets.push(at === 0 ? 0 : offsets[at - 1]! + Math.min(time - shown[at - 1]!.time, maxPauseMs));
  const width = offsets.at(-1)! || 1;
  const marks = shown.map(({ kind, name, href = `#${name}`, title, time }, at) => {
    const x = ((offsets[at]! / width) * 1000).toFixed(1).replace(/\.0$/, "");
    const path = element(
      "path",
      { className: [kind], d: `M${x} 1v8` },
      element("title", {}, `${formatTime(time)} UTC ${title}`),
    );
    return element("a", { href, tabIndex: -1 }, path);
  });
  const svg = element("svg", { viewBox: "-2 0 1004 10", preserveAspectRatio: "none", ariaHidden: "true" }, marks);
  const legend = renderLegend(new Set(stops.map(({ kind }) => kind)), words);
  return element("div", { className: ["strip"] }, renderTime(first.time)!, svg, renderTime(last.time)!, legend);
}

/** What the colours of the strip and of the map mean. */
function renderLegend(kinds: ReadonlySet<Stop["kind"]>, words: LegendWords): Element {
  const names = {
    prompt: words.kinds.prompt,
    branch: words.branches[1],
    agent: words.kinds.agent,
    compaction: words.compactions[1],
  };
  const items = Object.entries(names).filter(([kind]) => kinds.has(kind as Stop["kind"]));
  return element(
    "ul",
    { className: ["legend"], ariaHidden: "true" },
    items.map(([kind, name]) => element("li", { className: [kind] }, name.toLowerCase())),
  );
}
