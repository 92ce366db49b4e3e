import type { Element } from "hast";
import { formatTime } from "@ccdag/mdast";
import { element } from "../tree/element.ts";
import type { Stop } from "./stops.ts";
import { renderTime } from "./render-time.ts";

/** Longer pauses are drawn at this length, so that nights do not hide the work. */
const maxPauseMs = 20 * 60_000;
const maxStops = 600;

/**
 * The timeline strip of a page: prompts, agents and compactions from left to right.
 *
 * @returns `undefined` where there are not two different times.
 */
export function renderStrip(stops: readonly Stop[]): Element | undefined {
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
  return element("div", { className: ["strip"] }, renderTime(first.time)!, svg, renderTime(last.time)!);
}
