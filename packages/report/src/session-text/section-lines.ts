import { clientFacts } from "@ccdag/ccast";
import { formatDuration, type Section, type SessionOverview, type TurnFacts } from "@ccdag/mdast";
import { count, formatFill } from "@ccdag/mdast/amounts";
import { formatMinute, type Zone } from "@ccdag/mdast/time";
import { lastFolders } from "../last-folders.ts";
import type { Nodes } from "mdast";
import { type BlockContext, blockLines, narrower, type OpenedBlock } from "./block-lines.ts";
import { type ShownLine, textLine, type Look, prefixed, span, wrapLine } from "./shown-line.ts";
import { phrasingLines } from "./phrasing.ts";

/** The name of the place where a turn begins. */
export function turnName(number: number): string {
  return `turn ${number}`;
}

/** Who speaks in a section, by its look. */
const speakers: Readonly<Partial<Record<Section["landmark"]["kind"], readonly Look[]>>> = {
  prompt: ["bold", "cyan"],
  reply: ["bold"],
  mail: ["bold", "magenta"],
  client: ["dim"],
};

/**
 * Open a section in which nobody speaks by itself: a session, a branch, a turn.
 *
 * @param node any block.
 * @param context the width and the zone of its head.
 * @returns absent for another block.
 */
export function openSection(node: Nodes, context: BlockContext): OpenedBlock | undefined {
  if (node.type !== "section" || speakers[node.landmark.kind] !== undefined) return undefined;
  const { landmark, turn, session, children } = node;
  const names = [landmark.name ?? [], turn ? turnName(turn.number) : []].flat();
  if (session) return { head: sessionHead(session, landmark.title, context), names, children: withoutTitle(children) };
  return { head: turn ? turnHead(turn, landmark.time, context) : [], names, children };
}

/**
 * Write a message: who speaks, then what is said. The words of a person have a bar at their left.
 *
 * @param node a landmark with its content.
 * @param context the width, and what writes its content.
 */
export function messageLines({ landmark, children }: Section, context: BlockContext): ShownLine[] {
  const at = children.findIndex(({ type }) => type === "heading");
  const heading = children[at];
  const said =
    heading?.type === "heading" ? phrasingLines(heading.children, speakers[landmark.kind] ?? [], context) : [];
  const who = said.flatMap((line) => wrapLine(line, context.width));
  const isPrompt = landmark.kind === "prompt";
  const body = blockLines(withoutTitle(children), isPrompt ? narrower(context, 2) : context);
  const [first, ...rest] = [...who, ...(isPrompt ? prefixed(body, span("┃ ", "cyan")) : body)];
  if (first === undefined) return [];
  return [{ ...first, names: [landmark.name ?? [], first.names ?? []].flat() }, ...rest];
}

/** What a section says, without its heading. */
function withoutTitle(children: readonly Nodes[]): Nodes[] {
  const at = children.findIndex(({ type }) => type === "heading");
  return children.filter((_, index) => index !== at);
}

function sessionHead(facts: SessionOverview, title: string, { width, ...context }: BlockContext): ShownLine[] {
  const { sessionId, client, cwd, gitBranch, counts, durationMs } = facts;
  const fill = facts.context;
  const { prompts, agents, failedToolCalls: failed } = counts;
  const where = [cwd === undefined ? "" : lastFolders(cwd), gitBranch, clientFacts(client).name, sessionId];
  const what = [
    count(prompts, "turn"),
    durationMs === undefined ? "" : formatDuration(durationMs),
    agents === 0 ? "" : count(agents, "agent"),
    failed === 0 ? "" : count(failed, "failed call"),
    fill === undefined ? "" : `context peak ${formatFill(fill.peak, fill.window)}`,
    context.zone === "utc" ? "times in UTC" : "",
  ];
  return [
    ...wrapLine(textLine(title, "bold"), width),
    ...wrapLine(textLine(joined(where), "dim"), width),
    ...wrapLine(textLine(joined(what), "dim"), width),
  ];
}

function turnHead(turn: TurnFacts, time: number | undefined, { width, zone }: BlockContext): ShownLine[] {
  const { number, durationMs, failed, context } = turn;
  const facts = [
    when(time, zone),
    durationMs === undefined ? "" : formatDuration(durationMs),
    failed === 0 ? "" : `${failed} failed`,
    context === undefined ? "" : `context ${formatFill(context.last, context.window)}`,
  ];
  const words = `── Turn ${number} · ${joined(facts)} `;
  const room = Math.min(width, 100) - words.length;
  return [textLine(`${words}${"─".repeat(Math.max(2, room))}`, "dim")];
}

function when(time: number | undefined, zone: Zone): string {
  return time === undefined || Number.isNaN(new Date(time).getTime()) ? "" : formatMinute(time, zone);
}

function joined(facts: ReadonlyArray<string | undefined>): string {
  return facts.filter(Boolean).join(" · ");
}
