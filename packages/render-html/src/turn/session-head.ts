import { formatDollars, formatDuration, formatNumber, type SessionOverview } from "@ccdag/mdast";
import type { Element, ElementContent } from "hast";
import { element } from "../tree/element.ts";
import { shortNumber, toolWords } from "./turn-line.ts";
import { plural } from "./plural.ts";
import type { WorkWords } from "./work-words.ts";

/** The head of a session below its title: where and when it was, what it took, and how to resume it. */
export function renderSessionHead(facts: SessionOverview, words: WorkWords): Element {
  const { sessionId, cwd, gitBranch, version } = facts;
  const where = [
    ...row(words.project, cwd === undefined ? [] : [element("code", { title: cwd }, lastOf(cwd))]),
    ...row(words.branch, gitBranch === undefined ? [] : [element("code", {}, gitBranch)]),
    ...row(words.client, version === undefined ? [] : [`Claude Code ${version}`]),
    ...row(words.pulls, pullLinks(facts)),
  ];
  const rows = [...where, ...workRows(facts, words)];
  return element(
    "div",
    { className: ["head"] },
    element("dl", {}, rows),
    element(
      "p",
      { className: ["resume"] },
      ...command(sessionId, (id) => `claude --resume ${id}`),
      element("span", { className: ["zone"] }, words.utc),
    ),
    hiddenSentence(facts, words),
  );
}

/** A command that people copy into a shell; none with an id that would be more than a word there. */
function command(sessionId: string, write: (id: string) => string): Array<ElementContent | string> {
  return /^\w[\w-]*$/.test(sessionId) ? [element("code", {}, write(sessionId)), " "] : [];
}

function workRows(facts: SessionOverview, words: WorkWords): Element[] {
  const { durationMs, messages, turns, agents, compactions, failed, usage } = facts;
  const read = usage ? usage.input + usage.cacheRead + usage.cacheWrite : 0;
  const models = Object.keys(usage?.models ?? {});
  const tokens = `${shortNumber(read)} ${words.read}, ${shortNumber(usage?.output ?? 0)} ${words.written}`;
  const size = [plural(turns, words.turnCount), plural(messages, words.messageCount)];
  if (agents > 0) size.push(plural(agents, words.agents));
  if (compactions > 0) size.push(plural(compactions, words.compactions));
  const unpriced = usage?.unpriced ?? 0;
  const cost = usage === undefined || usage.calls === unpriced ? "" : formatDollars(usage.cost);
  const rest = unpriced > 0 && cost !== "" ? ` (${formatNumber(unpriced)} ${words.unpriced})` : "";
  const failures: ElementContent[] =
    failed === 0 ? [] : [element("span", { className: ["bad"] }, ` · ${formatNumber(failed)} ${words.failed}`)];
  const tools = toolWords(facts, words);
  return [
    ...row(words.duration, durationMs === undefined ? [] : [formatDuration(durationMs)]),
    ...row(words.size, [size.join(" · ")]),
    ...row(words.tools, tools === "" ? [] : [tools, ...failures]),
    ...row(
      words.models,
      models.flatMap((model, at) => (at === 0 ? [model] : [`, ${model}`])),
    ),
    ...row(words.usage, read === 0 ? [] : [tokens]),
    ...row(words.cost, cost === "" ? [] : [`${cost}${rest}`]),
  ];
}

/** A row of the table; none without a value. */
function row(name: string, value: ReadonlyArray<ElementContent | string>): Element[] {
  return value.length === 0 ? [] : [element("div", {}, element("dt", {}, name), element("dd", {}, [...value]))];
}

/** So many pull requests are named. */
const maxPulls = 50;

function pullLinks({ pulls }: SessionOverview): ElementContent[] {
  return pulls.slice(0, maxPulls).flatMap(({ url, number, repository }, at): ElementContent[] => {
    const name = repository === undefined || number === undefined ? url : `${repository}#${number}`;
    const isAddress = /^https?:\/\//i.test(url);
    const rel = ["nofollow", "noreferrer", "noopener"];
    const link = isAddress ? element("a", { href: url, rel }, name) : element("code", {}, name);
    return at === 0 ? [link] : [{ type: "text", value: ", " }, link];
  });
}

/** What is not shown, and how to see it. */
function hiddenSentence({ hidden, sessionId }: SessionOverview, words: WorkWords): Element[] {
  const counts = Object.entries(hidden).filter(([, count]) => count > 0);
  if (counts.length === 0) return [];
  const list = counts.map(([kind, count]) => plural(count, words.hiddenKinds[kind] ?? [kind, kind])).join(", ");
  const show = command(sessionId, (id) => `ccdag export ${id} --detail full -o full.html`);
  return [element("p", { className: ["hidden"] }, `${words.hidden(list)} `, ...show)];
}

/** The last folder of a path. */
function lastOf(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== "") ?? path;
}
