import { agentsIn, findEntry, type Root } from "@ccdag/ccast";
import { oneLine } from "@ccdag/mdast";
import { exportTree, type Exported, type ExportRequest, loadFormat, parseTree, readOptions } from "@ccdag/pipeline";
import type { VFile } from "vfile";
import { RequestError } from "@ccdag/pipeline/tables";
import { isPlainId, type LibraryIo, readPeriod } from "@ccdag/library";
import { markOf } from "./cursor.ts";
import { unreadNotice } from "./unread-notice.ts";
import { locateSession, type OpenSession, openSession } from "./open-session.ts";
import { endOf, pageAt } from "./divide-pages.ts";
import { redactAll } from "./redact-all.ts";
import { idBehind, redactWithNames } from "./session-names.ts";
import {
  charsAround,
  defaultBudget,
  type McpAnswer,
  type McpCall,
  type McpInputs,
  type McpTool,
  shared,
} from "./mcp-tool.ts";

/** The tool that renders a session, or a part of it, page by page. */
export const read: McpTool = {
  name: "read",
  title: "Read a session",
  description:
    "Read a recorded session as Markdown: all of it, some turns, one path or one agent. A long one is divided into pages.",
  inputs: [
    {
      name: "session",
      type: "text",
      description: "id, beginning of an id, title, or `latest`",
      isRequired: true,
    },
    { name: "turns", type: "text", description: "only these turns: 3, 2-5, 2-, -5; a turn is a prompt and its answer" },
    { name: "from", type: "text", description: "only what follows the entry with this uuid, itself included" },
    { name: "leaf", type: "text", description: "only the path from the beginning to the entry with this uuid" },
    { name: "branch", type: "text", description: "all (default), active, abandoned, or the uuid of an entry in it" },
    { name: "agent", type: "text", description: "only this subagent, by the beginning of its id" },
    {
      name: "detail",
      type: "text",
      choices: ["prompts", "talk", "steps", "tools", "full"],
      description:
        "talk: prompts and answers (default); steps: and tool calls and subagents; tools: and results; full: and records",
    },
    { name: "limit", type: [1, 10_000_000], description: "characters of each tool output (default: 2000)" },
    shared.budget,
    shared.cursor,
  ],
  run: readSession,
};

/** Fewer characters have no room for a heading and a text. */
const leastChars = 2000;

async function readSession(inputs: McpInputs, call: McpCall): Promise<McpAnswer> {
  const { io, position, pages: memory } = call;
  const source = await locateSession(await idBehind(String(inputs["session"]), call), io);
  const opened = await openSession(source, io);
  const key = JSON.stringify([source.folder, source.session, { ...inputs, session: undefined }]);
  const pages = await memory.get(key, opened.state, () => render(inputs, opened, call));
  const index = pageAt(pages, position, "call read again with `turns`, such as `5-` for what follows turn 4");
  if (index >= pages.length) return { about: `Nothing follows: all ${pages.length} pages were given.`, record: "" };
  const [id = ""] = await redactWithNames([source.session!], call);
  const hasChanged = position?.state !== undefined && position.state !== markOf(opened.state ?? "");
  const about = [
    // The line is ours: a recorded id that could be a sentence stays in the record.
    `Session${isPlainId(id) ? ` ${id}` : ""}, page ${index + 1} of ${pages.length}.`,
    hasChanged && "The session has changed since the page before.",
  ];
  const isLast = index + 1 === pages.length;
  const next = { index: index + 1, mark: endOf(pages[index]!), state: markOf(opened.state ?? "") };
  return { about: about.filter(Boolean).join(" "), record: pages[index]!, next: isLast ? undefined : next };
}

async function render(inputs: McpInputs, { source, read: readFiles }: OpenSession, call: McpCall): Promise<string[]> {
  const { io, redaction } = call;
  const { agent, budget = defaultBudget } = inputs;
  const file = await readFiles();
  const request = {
    renderer: await loadFormat("llm"),
    session: source.session,
    user: io.config,
    processor: io.processor,
    redact: redaction?.options ?? (false as const),
    rendererOptions: { budget: Math.max(leastChars, Number(budget) - charsAround(inputs)) },
  };
  const tree = parseTree(file, request);
  const options = optionsOf(inputs, request, tree, io);
  const layout = agent === undefined ? undefined : ({ kind: "document", name: "session.md" } as const);
  const exported = await exportTree(file, { ...request, tree, options, layout });
  if (exported.tree.children.length === 0) throw nothingToRead(inputs, file, source.session!);
  const document = agent === undefined ? exported.documents[0]! : agentOf(String(agent), exported);
  const { texts, failure } = exported.render(document);
  if (failure !== undefined) throw new RequestError(failure);
  const [notice = ""] = await redactAll([unreadNotice([file])], redaction);
  return [[notice, texts[0] ?? ""].filter(Boolean).join("\n\n"), ...texts.slice(1)];
}

function nothingToRead({ turns, from, branch }: McpInputs, file: VFile, session: string): RequestError {
  if ((turns ?? from) !== undefined) return new RequestError("No messages match `turns` and `from`");
  if (branch === "abandoned") return new RequestError("No abandoned branch in this session");
  const notice = unreadNotice([file]);
  return new RequestError(notice === "" ? `No entry of session \`${session}\`` : oneLine(notice, 400));
}

function optionsOf(
  { turns, from, leaf, branch, agent, detail = agent === undefined ? "talk" : "tools", limit }: McpInputs,
  { renderer }: Pick<ExportRequest, "renderer">,
  tree: Root,
  io: LibraryIo,
): ExportRequest["options"] {
  const given = { leaf, branch, detail, limit: limit === undefined ? undefined : String(limit) };
  const agents = agent === undefined ? {} : { agents: "separate" };
  const period = readPeriod({ turns: turns as string | undefined }, io);
  return {
    ...readOptions({ ...given, ...agents }, renderer),
    ...period,
    since: timeOf(tree, from as string | undefined),
  };
}

/** The time of an entry. */
function timeOf(tree: Root, from: string | undefined): number | undefined {
  if (from === undefined) return undefined;
  const [found, other] = findEntry(tree, from);
  if (found === undefined || other !== undefined)
    throw new RequestError(`Unexpected \`from\` \`${from}\`, expected the uuid of one entry of this session`);
  const time = "timestamp" in found.node ? found.node.timestamp : undefined;
  if (time === undefined)
    throw new RequestError(`Unexpected \`from\` \`${from}\`: this entry has no time; use \`turns\``);
  return time;
}

/** How many agents a message names. */
const maxAgents = 20;

/** The document of an agent. */
function agentOf(agent: string, { documents, tree }: Exported): Exported["documents"][number] {
  const found = documents.filter(({ node }) => node.type === "agent" && node.agentId.startsWith(agent));
  const exact = found.find(({ node }) => node.type === "agent" && node.agentId === agent);
  const [only, other] = exact === undefined ? found : [exact];
  if (only !== undefined && other === undefined) return only;
  const ids = agentsIn(tree).flatMap((one) => (isPlainId(one.agent.agentId) ? one.agent.agentId : []));
  const more = ids.length > maxAgents ? ` and ${ids.length - maxAgents} more` : "";
  throw new RequestError(
    ids.length === 0
      ? "Unexpected `agent`: no subagent is in what was asked for"
      : `Unexpected \`agent\` \`${agent}\`, expected one of ${ids.slice(0, maxAgents).join(", ")}${more}`,
  );
}
