import {
  addUsage,
  emptyUsage,
  type Agent,
  type Branch,
  type Message,
  type Reference,
  type Root,
  type Session,
  measureUsage,
  walk,
} from "@ccdag/ccast";
import { preview } from "@ccdag/mdast";
import { stringify } from "yaml";

/** What a note is about: one session, branch or agent, or several. */
type Head = Session | Branch | Agent;

/**
 * The properties of a note, as YAML between its lines. What is not known has no row.
 *
 * @param tree what the note tells.
 * @param hasAgents whether the talk of agents is told in the note too: else it is not counted.
 * @param noteOf the name of the note that tells an entry; nothing where it is this one, or none.
 */
export function frontMatter(
  tree: Root,
  hasAgents: boolean,
  noteOf: (reference: Reference) => string | undefined,
): string {
  const head = headOf(tree);
  const said: Message[] = [];
  const children = new Set<string>();
  const sessions: Session[] = [];
  const elsewhere = new Set<object>();
  walk(tree, (node, above) => {
    const isAgent = node.type === "agent" && node !== head && !hasAgents;
    if (isAgent || (above !== undefined && elsewhere.has(above))) elsewhere.add(node);
    if (node.type === "message") {
      if (elsewhere.has(node)) return;
      said.push(node);
      for (const junction of node.junctions ?? []) add(noteOf(junction));
    } else if (node.type === "session") sessions.push(node);
    else if (node.type === "agent" && node !== head) add(noteOf(referenceOf(node)));
  });
  const title = head && titleOf(head)?.replace(/\s+/g, " ").trim();
  const { cwd, gitBranch, version } = sessions[0] ?? {};
  const times = said.flatMap(({ timestamp }) => (timestamp === undefined ? [] : [timestamp])).sort((a, b) => a - b);
  const parent = head?.from?.uuid === undefined ? undefined : noteOf({ ...head.from, uuid: head.from.uuid });
  const { messages } = measureUsage(tree);
  const usage = emptyUsage();
  for (const message of said) addUsage(usage, messages.get(message) ?? emptyUsage());
  const { calls, input, cacheRead, cacheWrite, output } = usage;
  const rows: Record<string, unknown> = {
    title,
    aliases: title === undefined ? undefined : [title],
    tags: ["claude-code", ...(head === undefined || head.type === "session" ? [] : [head.type])],
    session: head?.type === "session" ? head.sessionId : undefined,
    agent: head?.type === "agent" ? head.agentId : undefined,
    project: cwd === undefined ? undefined : cwd.replace(/^.*[/\\](?=[^/\\])/, ""),
    path: cwd,
    branch: gitBranch,
    model: unique(said.map(({ model }) => (model === "<synthetic>" ? undefined : model))),
    client: version,
    created: iso(times[0]),
    updated: iso(times.at(-1)),
    messages: said.length,
    "tokens-read": calls === 0 ? undefined : input + cacheRead + cacheWrite,
    "tokens-written": calls === 0 ? undefined : output,
    parent: parent === undefined ? undefined : `[[${parent}]]`,
    children: children.size === 0 ? undefined : [...children].map((name) => `[[${name}]]`),
  };
  const known = Object.fromEntries(Object.entries(rows).filter(([, value]) => value !== undefined));
  // The width is that of a line which is never broken; the schema reads every text as text again.
  return `---\n${stringify(known, { lineWidth: 0, schema: "core", version: "1.2" })}---\n\n`;

  function add(name: string | undefined): void {
    if (name !== undefined) children.add(name);
  }
}

/** The one session, branch or agent that a tree tells; nothing where it tells several. */
function headOf({ children }: Root): Head | undefined {
  const [only, ...others] = children.filter(
    (node): node is Head => node.type === "session" || node.type === "branch" || node.type === "agent",
  );
  return others.length === 0 ? only : undefined;
}

/** What leads to an agent. */
function referenceOf(agent: Agent): Reference {
  const first = agent.children.find((node): node is Message => node.type === "message");
  return { uuid: first?.uuid ?? first?.id ?? agent.agentId, agentId: agent.agentId };
}

function titleOf(head: Head): string | undefined {
  if (head.type === "session") return head.title || preview(head, 80) || undefined;
  if (head.type === "agent") return head.description || head.name || head.agentType;
  return preview(head, 80) || undefined;
}

function iso(time: number | undefined): string | undefined {
  return time === undefined || Number.isNaN(new Date(time).getTime()) ? undefined : new Date(time).toISOString();
}

/** One as it is, several as a list. */
function unique(values: ReadonlyArray<string | undefined>): string | string[] | undefined {
  const [first, ...others] = new Set(values.filter((value) => value !== undefined));
  return others.length === 0 ? first : [first!, ...others];
}
