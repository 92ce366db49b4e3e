import { formatCompact, formatCost } from "@ccdag/mdast/amounts";
import { scaleLinear } from "d3-scale";
import type { Element } from "hast";
import { element } from "../../tree/element.ts";
import type { Words } from "../words.ts";
import { greatest } from "./amounts.ts";
import { type FigureCell, renderFigures } from "./figures.ts";
import type { SessionList } from "./listed.ts";
import { modelName } from "./short-names.ts";

/** The tokens and the cost of a project or a model. */
export interface IndexShare {
  readonly name: string;
  /** Which filter shows only its sessions, for the script: `project 3`; absent for what is no project or model. */
  readonly choice?: string | undefined;
  tokens: number;
  /** US dollars. */
  cost: number;
}

/** How many bars a chart has; the others are one row without bars. */
const maxBars = 8;

/** What each project used. */
export function sharesOfProjects({ sessions, projects }: SessionList): IndexShare[] {
  const shares = projects.map(({ name }, index) => ({ name, choice: `project ${index}`, tokens: 0, cost: 0 }));
  for (const { session, project } of sessions) add(shares[project]!, session.tokens, session.cost ?? 0);
  return shares;
}

/** What each model used. */
export function sharesOfModels({ sessions, models }: SessionList): IndexShare[] {
  const shares = new Map(models.map((name, index) => [name, { name, choice: `model ${index}`, tokens: 0, cost: 0 }]));
  for (const { session } of sessions)
    for (const { model, tokens, cost } of session.usage ?? []) {
      const share = shares.get(modelName(model));
      if (share) add(share, tokens, cost);
    }
  return [...shares.values()];
}

function add(share: IndexShare, tokens: number, cost: number): void {
  share.tokens += tokens;
  share.cost += cost;
}

/**
 * Render a table with bars: tokens and cost of projects or models, the greatest first.
 *
 * @param title its caption.
 * @param shares what each of them used.
 * @param words the labels.
 * @returns nothing if there is only one, or nothing was used.
 */
export function renderShares(title: string, shares: readonly IndexShare[], words: Words): Element[] {
  const used = shares
    .filter(({ tokens, cost }) => tokens > 0 || cost > 0)
    .sort((a, b) => b.cost - a.cost || b.tokens - a.tokens);
  if (used.length < 2) return [];
  const drawn = used.slice(0, maxBars);
  const rest: IndexShare = { name: words.others[1], tokens: 0, cost: 0 };
  for (const { tokens, cost } of used.slice(maxBars)) add(rest, tokens, cost);
  const rows = used.length > maxBars ? [...drawn, rest] : drawn;
  const barOfTokens = barsOf(drawn.map(({ tokens }) => tokens));
  const barOfCost = barsOf(drawn.map(({ cost }) => cost));
  const hasCost = rows.some(({ cost }) => cost > 0);
  const cells = rows.map((row): FigureCell[] => [
    element("span", { dataChoice: row.choice }, row.name),
    // All others together may be much more than the greatest one.
    [formatCompact(row.tokens), ...(row === rest ? [] : [barOfTokens(row.tokens)])],
    // What was used and costs nothing has no known price.
    ...(hasCost
      ? [
          [
            formatCost(row.cost, row.cost === 0 && row.tokens > 0 ? 1 : 0),
            ...(row === rest ? [] : [barOfCost(row.cost)]),
          ],
        ]
      : []),
  ]);
  return [renderFigures(title, [title, words.tokens[1], ...(hasCost ? [words.cost] : [])], cells)];
}

/** Returns a function that draws a number as a bar; the greatest one has the whole width. */
function barsOf(numbers: readonly number[]): (number: number) => Element {
  const x = scaleLinear([0, greatest(numbers) || 1], [0, 100]);
  return (number) =>
    element(
      "svg",
      { ariaHidden: "true" },
      element("rect", { width: `${Number(x(number).toFixed(1))}%`, height: "100%" }),
    );
}
