import {
  type Details,
  formatCost,
  formatDuration,
  formatFill,
  oneLine,
  shortNumber,
  type TurnFacts,
  type WorkFacts,
} from "@ccdag/mdast";
import type { Element, ElementContent } from "hast";
import { element } from "../tree/element.ts";
import { formatCount } from "../page/index/amounts.ts";
import type { WorkWords } from "./work-words.ts";

/** So many tools are named in a line; the others are counted. */
const maxTools = 4;

/** The line above a turn: its number, its prompt in a few words, and what it took. */
export function renderTurnLine(turn: TurnFacts, title: string, changes: string, words: WorkWords): Element {
  const number = element("span", { className: ["number"] }, `${words.turn} ${turn.number}`);
  const gist = title === "" ? [] : [" ", element("b", {}, title)];
  const facts = separated(turnFacts(turn, changes, words));
  const rest = facts.length === 0 ? [] : [" ", element("span", { className: ["facts"] }, facts)];
  return element("summary", { className: ["line"] }, number, ...gist, ...rest);
}

function turnFacts(turn: TurnFacts, changes: string, words: WorkWords): Element[] {
  const { durationMs, agents, failed, usage, compactions, context } = turn;
  const tokens = usage ? usage.input + usage.output + usage.cacheRead + usage.cacheWrite : 0;
  return [
    ...fact(durationMs === undefined ? "" : formatDuration(durationMs)),
    ...fact(toolWords(turn, words)),
    ...fact(failed === 0 ? "" : `${failed} ${words.failed}`, "bad"),
    ...fact(changes),
    ...fact(agents === 0 ? "" : formatCount(agents, words.agents)),
    ...fact(compactions === 0 ? "" : formatCount(compactions, words.compactions)),
    ...fact(context === undefined ? "" : `${words.context} ${formatFill(context.last, context.window)}`),
    ...fact(tokens === 0 ? "" : `${shortNumber(tokens)} ${words.tokensInSum}`),
    ...fact(usage === undefined || usage.cost === 0 ? "" : formatCost(usage.cost)),
  ];
}

/** A fact of a line; none without a text. */
export function fact(text: string, name?: string): Element[] {
  return text === "" ? [] : [element("span", name === undefined ? {} : { className: [name] }, text)];
}

/** `9 calls: Read ×5, Grep ×3, Bash`. */
export function toolWords({ tools }: Pick<WorkFacts, "tools">, words: WorkWords): string {
  const sorted = [...tools].sort(([, a], [, b]) => b - a);
  const all = sorted.reduce((sum, [, count]) => sum + count, 0);
  if (all === 0) return "";
  const named = sorted.slice(0, maxTools).map(([name, count]) => (count === 1 ? name : `${name} ×${count}`));
  const others = sorted.length - named.length;
  return `${formatCount(all, words.calls)}: ${[...named, ...(others > 0 ? [formatCount(others, words.others)] : [])].join(", ")}`;
}

/** So many calls of a run are named, each with so many characters. */
const [maxNamed, nameChars] = [4, 48] as const;

/** The summary of a run of calls: what the first ones were about, such as `Edit src/table.ts`, and how many there are. */
export function renderRunLine(
  calls: ReadonlyArray<Pick<Details, "tool" | "summary" | "call">>,
  words: WorkWords,
): Element {
  const names = new Map<string, { hasFailed: boolean; count: number }>();
  for (const { tool = "", summary, call } of calls) {
    const [, about = ""] = /^[^:]*: (.*)$/s.exec(summary) ?? [];
    const name = [tool, oneLine(about, nameChars)].filter(Boolean).join(" ");
    const known = names.get(name) ?? { hasFailed: false, count: 0 };
    names.set(name, { hasFailed: known.hasFailed || call?.hasFailed === true, count: known.count + 1 });
  }
  const named = [...names].slice(0, maxNamed);
  const rest = calls.length - named.reduce((sum, [, { count }]) => sum + count, 0);
  const failed = calls.filter(({ call }) => call?.hasFailed).length;
  const facts = [
    ...named.flatMap(([name, { hasFailed, count }]) =>
      fact(`${name}${count > 1 ? ` ×${count}` : ""}${hasFailed ? " ✗" : ""}`, hasFailed ? "bad" : undefined),
    ),
    ...fact(rest === 0 ? "" : formatCount(rest, words.others)),
    ...fact(failed === 0 ? "" : `${failed} ${words.failed}`, "bad"),
  ];
  const number = element("b", {}, formatCount(calls.length, words.calls));
  return element("summary", {}, number, " ", element("span", { className: ["facts"] }, separated(facts)));
}

/** Facts with ` · ` between them. */
export function separated(facts: readonly Element[]): ElementContent[] {
  return facts.flatMap((one, at): ElementContent[] => (at === 0 ? [one] : [{ type: "text", value: " · " }, one]));
}
