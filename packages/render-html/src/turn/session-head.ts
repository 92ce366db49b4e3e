import { clientFacts, shownShares } from "@ccdag/ccast";
import {
  formatCost,
  formatDuration,
  formatNumber,
  formatShare,
  pullLinks,
  type SessionOverview,
  shortNumber,
} from "@ccdag/mdast";
import type { Element, ElementContent } from "hast";
import { shortNames } from "../page/index/short-names.ts";
import { createContent } from "../tree/create-content.ts";
import type { SignWords } from "../tree/context.ts";
import { element } from "../tree/element.ts";
import { fact, separated, toolWords } from "./turn-line.ts";
import { formatCount } from "../page/index/amounts.ts";
import type { WorkWords } from "./work-words.ts";

/** How the head of a session is rendered. */
export interface HeadOptions {
  /** The files that changed and the calls that failed, at its end. */
  readonly lists: readonly Element[];
  readonly words: SignWords & WorkWords;
  /** Whether it has commands for who has the transcript (default: `false`). */
  readonly commands?: boolean | undefined;
}

/**
 * The head of a session below its title: a line that says where it was and what it took, and opens to all that is known, with what
 * is not shown.
 *
 * @param facts what is known of the session.
 */
export function renderSessionHead(facts: SessionOverview, { lists, words, commands }: HeadOptions): Element {
  const { sessionId, client, cwd, gitBranch, version } = facts;
  const { name, resume } = clientFacts(client);
  const command = (line: string) => (commands && isPlainId.test(sessionId) ? [element("code", {}, line)] : []);
  const links = createContent({ words, special: () => null, isUntrusted: true });
  const where = [
    ...row(words.project, cwd === undefined ? [] : [element("code", { title: cwd }, shortNames([cwd])[0]!)]),
    ...row(words.branch, gitBranch === undefined ? [] : [element("code", {}, gitBranch)]),
    ...row(words.client, version === undefined ? [] : [`${name} ${version}`]),
    ...row(words.pulls, links.all({ type: "paragraph", children: pullLinks(facts.pulls) })),
  ];
  const rows = [...where, ...workRows(facts, words)];
  const all = element(
    "details",
    { className: ["about"] },
    element("summary", {}, separated(mainFacts(facts, words))),
    element("dl", {}, rows),
    element(
      "p",
      { className: ["resume"] },
      ...(resume === undefined ? [] : [...command(`${resume} ${sessionId}`), " "]),
      element("span", { className: ["zone"] }, words.utc),
    ),
    hiddenSentence(facts, command(`ccdag export ${sessionId} --detail full -o full.html`), words),
  );
  return element("div", { className: ["head"] }, all, lists);
}

/** An id that people can copy into a shell: another one would be more than a word there. */
const isPlainId = /^\w[\w-]*$/;

/** What one wants to know before one reads: it fits a line of a phone. */
function mainFacts({ cwd, durationMs, counts, context }: SessionOverview, words: WorkWords): Element[] {
  const { prompts, failedToolCalls: failed, usage } = counts;
  const peak = context && `${words.peak} ${shortNumber(context.peak)}`;
  return [
    ...fact(cwd === undefined ? "" : shortNames([cwd])[0]!),
    ...fact(formatCount(prompts, words.turnCount)),
    ...fact(durationMs === undefined ? "" : formatDuration(durationMs)),
    ...fact(failed === 0 ? "" : `${formatNumber(failed)} ${words.failed}`, "bad"),
    ...fact(context?.window === undefined ? (peak ?? "") : `${peak} (${formatShare(context.peak, context.window)})`),
    ...fact(usage.calls === usage.unpriced ? "" : formatCost(usage.cost)),
  ];
}

function workRows(facts: SessionOverview, words: WorkWords): Element[] {
  const { durationMs, counts } = facts;
  const { messages, prompts, agents, compactions, failedToolCalls: failed, usage } = counts;
  const read = usage.input + usage.cacheRead + usage.cacheWrite;
  const models = Object.keys(usage.models);
  const tokens = `${shortNumber(read)} ${words.read}, ${shortNumber(usage.output)} ${words.written}`;
  const size = [formatCount(prompts, words.turnCount), formatCount(messages, words.messageCount)];
  if (agents > 0) size.push(formatCount(agents, words.agents));
  if (compactions > 0) size.push(formatCount(compactions, words.compactions));
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
    ...row(words.contextWindow, contextIn(facts, words)),
    ...row(words.contextContent, contentIn(facts, words)),
    ...row(words.usage, read === 0 ? [] : [tokens]),
    ...row(words.cost, costIn(facts, words)),
  ];
}

/** How full the context window was at most. */
function contextIn({ context }: SessionOverview, words: WorkWords): string[] {
  if (context === undefined) return [];
  const { peak, window } = context;
  const size = window === undefined ? "" : ` ${words.ofWindow} ${shortNumber(window)} (${formatShare(peak, window)})`;
  return [`${words.peak} ${shortNumber(peak)}${size}`];
}

/** So many parts of the context window are named. */
const maxParts = 5;

/** What filled the context window when it was fullest. */
function contentIn({ counts: { contextContent } }: SessionOverview, words: WorkWords): string[] {
  const shares = contextContent === undefined ? [] : shownShares(contextContent);
  const named = shares
    .slice(0, maxParts)
    .map(({ kind, tool, share }) => `${tool ?? words.contextParts[kind] ?? kind} ${formatShare(share, 1)}`);
  const others = shares.length - named.length;
  if (others > 0) named.push(formatCount(others, words.others));
  return named.length === 0 ? [] : [`${named.join(", ")} (${words.byCharacters})`];
}

/** What the session cost, and what of it is not known. */
function costIn({ counts: { usage, agents, agentsMissing } }: SessionOverview, words: WorkWords): string[] {
  const { unpriced } = usage;
  if (usage.calls === unpriced) return [];
  const about = [
    ...(agents > agentsMissing ? [words.withAgents] : []),
    ...(unpriced > 0 ? [`${formatNumber(unpriced)} ${words.unpriced}`] : []),
    ...(agentsMissing > 0 ? [formatCount(agentsMissing, words.withoutAgents)] : []),
  ];
  return [`${formatCost(usage.cost)}${about.length === 0 ? "" : ` (${about.join(", ")})`}`];
}

/** A row of the table; none without a value. */
function row(name: string, value: ReadonlyArray<ElementContent | string>): Element[] {
  return value.length === 0 ? [] : [element("div", {}, element("dt", {}, name), element("dd", {}, [...value]))];
}

/** What is not shown, and the command that shows it. */
function hiddenSentence({ hidden }: SessionOverview, command: readonly Element[], words: WorkWords): Element[] {
  const counts = Object.entries(hidden).filter(([, count]) => count > 0);
  if (counts.length === 0) return [];
  const list = counts.map(([kind, count]) => formatCount(count, words.hiddenKinds[kind] ?? [kind, kind])).join(", ");
  const show = command.length === 0 ? [] : [` ${words.toShow} `, ...command];
  return [element("p", { className: ["hidden"] }, words.hidden(list), ...show)];
}
