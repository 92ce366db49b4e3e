import type { Element } from "hast";
import { formatTime } from "@ccdag/mdast";
import { element } from "../tree/element.ts";
import type { Stop } from "./stops.ts";
import { renderTime } from "./time.ts";

/** A pause longer than this is drawn as if it were this long, in milliseconds: nights would hide the work. */
const longestPause = 20 * 60_000;
const mostStops = 600;

/** When things were said, from left to right: prompts, agents, compactions. Nothing where there are no two times. */
export function renderStrip(stops: readonly Stop[]): Element | undefined {
  const timed = stops
    .filter((stop): stop is Stop & { time: number } => stop.time !== undefined && formatTime(stop.time) !== "")
    .sort((a, b) => a.time - b.time);
  const step = Math.ceil(timed.length / mostStops);
  const shown = timed.filter((_, at) => at % step === 0);
  const [first] = timed;
  const last = timed.at(-1);
  if (first === undefined || last === undefined || first.time === last.time) return undefined;
  const places: number[] = [];
  for (const [at, { time }] of shown.entries())
    places.push(at === 0 ? 0 : places[at - 1]! + Math.min(time - shown[at - 1]!.time, longestPause));
  const width = places.at(-1)! || 1;
  const marks = shown.map(({ kind, name, href = `#${name}`, title, time }, at) => {
    const x = ((places[at]! / width) * 1000).toFixed(1).replace(/\.0$/, "");
    const path = element(
      "path",
      { className: [kind], d: `M${x} 1v8` },
      element("title", {}, `${formatTime(time)} UTC ${title}`),
    );
    return element("a", { href, tabIndex: -1 }, path);
  });
  const svg = element("svg", { viewBox: "-2 0 1004 10", preserveAspectRatio: "none", ariaHidden: "true" }, ...marks);
  return element("div", { className: ["strip"] }, renderTime(first.time)!, svg, renderTime(last.time)!);
}
