import {
  type Agent,
  type Branch,
  defaultClient,
  factsOf,
  joinSessions,
  type SessionSummary,
  measureUsage,
  type Message,
  type Reference,
  type Root,
  type Session,
  valuesOf,
  walk,
} from "@ccdag/ccast";
import { preview, titleOf as sessionTitle } from "@ccdag/mdast";
import { stringify } from "yaml";

/** The subject of a note, where it has only one. */
type Head = Session | Branch | Agent;

/** The name of the note that holds an entry; `undefined` for this note, or for none. */
type NoteOf = (reference: Reference) => string | undefined;

/**
 * Render the properties of a note as YAML front matter. Unknown properties are omitted. Its numbers are those of its sessions in
 * every other list: messages of the person and the model, tokens with those of all agents. The note of an agent or a branch has
 * its own.
 *
 * @param tree the content of the note.
 * @param hasAgents whether the note holds the conversations of agents too; else their models are not named.
 * @param noteOf the name of the note that holds an entry; `undefined` for this note, or for none.
 * @returns the front matter between `---` lines, with a blank line after it.
 */
export function frontMatter(tree: Root, hasAgents: boolean, noteOf: NoteOf): string {
  const head = headOf(tree);
  const { messages, firstSession, notes } = collect(tree, head, hasAgents, noteOf);
  const title = head && titleOf(head)?.replace(/\s+/g, " ").trim();
  const { cwd, gitBranch, version } = firstSession ?? {};
  const counts = countsOf(tree, messages);
  const parent = head?.from?.uuid === undefined ? undefined : noteOf({ ...head.from, uuid: head.from.uuid });
  const rows: Record<string, unknown> = {
    title,
    aliases: title === undefined ? undefined : [title],
    tags: [
      firstSession?.client ?? defaultClient,
      ...(head === undefined || head.type === "session" ? [] : [head.type]),
    ],
    session: head?.type === "session" ? head.sessionId : undefined,
    agent: head?.type === "agent" ? head.agentId : undefined,
    project: cwd === undefined ? undefined : cwd.replace(/^.*[/\\](?=[^/\\])/, ""),
    path: cwd,
    branch: gitBranch,
    model: unique(messages.map(({ model }) => (model === "<synthetic>" ? undefined : model))),
    client: version,
    created: iso(counts.from),
    updated: iso(counts.to),
    messages: counts.messages,
    ...tokenRows(counts),
    parent: parent === undefined ? undefined : `[[${parent}]]`,
    children: notes.size === 0 ? undefined : [...notes].map((name) => `[[${name}]]`),
  };
  const known = Object.fromEntries(Object.entries(rows).filter(([, value]) => value !== undefined));
  // No line is wrapped, and the core schema quotes every text that would not be read as text again.
  return `---\n${stringify(known, { lineWidth: 0, schema: "core", version: "1.2" })}---\n\n`;
}

/** The messages of a note, its first session, and the other notes that it leads to. */
function collect(tree: Root, head: Head | undefined, hasAgents: boolean, noteOf: NoteOf) {
  const messages: Message[] = [];
  const sessions: Session[] = [];
  const notes = new Set<string>();
  /** Agents that are not in the note, and all that they contain. */
  const omitted = new Set<object>();
  const addNote = (name: string | undefined) => name !== undefined && notes.add(name);
  walk(tree, (node, above) => {
    const isOmittedAgent = node.type === "agent" && node !== head && !hasAgents;
    if (isOmittedAgent || (above !== undefined && omitted.has(above))) omitted.add(node);
    if (node.type === "message") {
      if (omitted.has(node)) return;
      messages.push(node);
      for (const junction of node.junctions ?? []) addNote(noteOf(junction));
    } else if (node.type === "session") sessions.push(node);
    else if (node.type === "agent" && node !== head) addNote(noteOf(referenceOf(node)));
  });
  return { messages, firstSession: sessions[0], notes };
}

/** What is counted of a note: of its sessions, or else of what it holds. */
function countsOf(tree: Root, messages: readonly Message[]): SessionSummary {
  const usage = measureUsage(tree);
  const sessions = [...factsOf(tree, usage).values()];
  if (sessions.length > 0) return joinSessions(sessions);
  return {
    ...joinSessions(messages.map(({ timestamp: at }) => ({ messages: 1, from: at, to: at }))),
    usage: usage.total,
  };
}

/** Token usage; absent where none was recorded. */
function tokenRows(counts: SessionSummary): Record<string, unknown> {
  const { apiCalls, tokensRead, tokensWritten } = valuesOf(counts, ["apiCalls", "tokensRead", "tokensWritten"]);
  return apiCalls === 0 ? {} : { "tokens-read": tokensRead, "tokens-written": tokensWritten };
}

/** The only session, branch or agent of a tree; `undefined` where it has several. */
function headOf({ children }: Root): Head | undefined {
  const [only, ...others] = children.filter(
    (node): node is Head => node.type === "session" || node.type === "branch" || node.type === "agent",
  );
  return others.length === 0 ? only : undefined;
}

/** The reference of an agent: its first message. */
function referenceOf(agent: Agent): Reference {
  const first = agent.children.find((node): node is Message => node.type === "message");
  return { uuid: first?.uuid ?? first?.id ?? agent.agentId, agentId: agent.agentId };
}

function titleOf(head: Head): string | undefined {
  if (head.type === "session") return sessionTitle(head, 80) || undefined;
  if (head.type === "agent") return head.description || head.name || head.agentType;
  return preview(head, 80) || undefined;
}

function iso(time: number | undefined): string | undefined {
  return time === undefined || Number.isNaN(new Date(time).getTime()) ? undefined : new Date(time).toISOString();
}

/** The distinct values: a single one as it is, several as a list. */
function unique(values: ReadonlyArray<string | undefined>): string | string[] | undefined {
  const [first, ...others] = new Set(values.filter((value) => value !== undefined));
  return others.length === 0 ? first : [first!, ...others];
}
