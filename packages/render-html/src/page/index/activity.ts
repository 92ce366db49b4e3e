import { formatCompact, formatNumber } from "@ccdag/mdast/amounts";
import { scaleLinear, scaleUtc } from "d3-scale";
import type { Element } from "hast";
import { element } from "../../tree/element.ts";
import type { Words } from "../words.ts";
import { greatest } from "./amounts.ts";
import { type Bin, binsOf, type BinUnit } from "./bins.ts";
import { dayOf } from "./days.ts";
import type { ListedSession } from "./listed.ts";
import { renderFigures } from "./figures.ts";

/** The number of messages on each day. */
export function messagesByDay(sessions: readonly ListedSession[]): Map<string, number> {
  const days = new Map<string, number>();
  for (const { session, day } of sessions)
    for (const [name, messages] of Object.entries(session.days ?? (day === "" ? {} : { [day]: session.messages })))
      if (messages > 0) days.set(name, (days.get(name) ?? 0) + messages);
  return days;
}

/**
 * Render the messages of each day as a chart with a table of the same numbers.
 *
 * @param days of {@link messagesByDay}.
 * @param words the labels.
 * @returns nothing if there are messages on one day at most.
 */
export function renderActivity(days: ReadonlyMap<string, number>, words: Words): Element[] {
  const found = days.size > 1 ? binsOf(days) : undefined;
  if (found === undefined) return [];
  const { unit, bins } = found;
  const rows = bins
    .filter(({ messages }) => messages > 0)
    .reverse()
    .map((bin) => [element("time", { dateTime: dayOf(bin.from) }, nameOf(bin, unit)), formatNumber(bin.messages)]);
  const title = words.activity[unit];
  return [
    element(
      "figure",
      { className: ["activity"] },
      element("figcaption", {}, title),
      drawBars(bins, unit, words),
      element(
        "details",
        {},
        element("summary", {}, words.asTable),
        renderFigures(title, [words.period, words.messages[1]], rows),
      ),
    ),
  ];
}

/** The share of the height that the bars take, in percent; the labels are below them. */
const barHeight = 82;
/** The label of the highest line needs space above it. */
const topSpace = 8;
/** The share of its space that a bar takes. */
const barWidth = 0.85;
const yTicks = 2;
const xTicks = 4;
/** The width of the labels at the side, in percent. */
const sideSpace = 10;
/** A label that begins behind this, in percent, would not be whole. */
const maxLabel = 85;

function drawBars(bins: readonly Bin[], unit: BinUnit, words: Words): Element {
  const [first, last] = [bins[0]!, bins.at(-1)!];
  const x = scaleUtc([first.from, last.to], [sideSpace, 100]);
  const y = scaleLinear([0, greatest(bins.map(({ messages }) => messages))], [barHeight, topSpace]).nice(yTicks);
  const lines = y.ticks(yTicks).slice(1);
  const width = (100 - sideSpace) / bins.length;
  const labels = x.ticks(xTicks).filter((tick) => x(tick) < maxLabel);
  const labelOf = x.tickFormat(xTicks, unit === "month" ? "%b %Y" : undefined);
  return element(
    "svg",
    { ariaHidden: "true" },
    lines.map((tick) =>
      element("line", { x1: percent(sideSpace), x2: "100%", y1: percent(y(tick)), y2: percent(y(tick)) }),
    ),
    bins
      .filter(({ messages }) => messages > 0)
      .map((bin) =>
        element(
          "rect",
          {
            x: percent(x(bin.from)),
            width: percent(width * barWidth),
            y: percent(y(bin.messages)),
            height: percent(barHeight - y(bin.messages)),
          },
          element("title", {}, `${nameOf(bin, unit)}: ${formatNumber(bin.messages)} ${words.messages[1]}`),
        ),
      ),
    lines.map((tick) => element("text", { x: "0", y: percent(y(tick)), dy: "4" }, formatCompact(tick))),
    labels.map((tick) => element("text", { x: percent(x(tick)), y: "97%" }, labelOf(tick))),
  );
}

function percent(number: number): string {
  return `${Number(number.toFixed(2))}%`;
}

/** `2026-04-14` for a day, `2026-04-13 – 2026-04-19` for a week, `2026-04` for a month. */
function nameOf({ from, to }: Bin, unit: BinUnit): string {
  if (unit === "month") return dayOf(from).slice(0, 7);
  return unit === "day" ? dayOf(from) : `${dayOf(from)} – ${dayOf(to - 1)}`;
}
