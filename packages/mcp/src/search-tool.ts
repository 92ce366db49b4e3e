import { oneLine, titleOf } from "@ccdag/mdast";
import { exportTree, loadFormat } from "@ccdag/pipeline";
import { RequestError } from "@ccdag/pipeline/tables";
import { count } from "@ccdag/mdast/amounts";
import {
  findSessions,
  hitsIn,
  type InputSource,
  type LibraryIo,
  projectDirectory,
  projectFolderOf,
  projectFoldersOf,
  type Query,
  type RankedInSource,
  readQuery,
  readWanted,
  type SearchHit,
  type SearchPlaces,
  weights,
  wheres,
} from "@ccdag/library";
import { formatMinute } from "@ccdag/mdast/time";
import { lastFolders } from "@ccdag/report";
import { indexAfter, markOf } from "./cursor.ts";
import { excerptOf, turnsOf } from "./excerpt.ts";
import { findAny } from "./find-any.ts";
import { unreadNotice } from "./unread-notice.ts";
import { locateInRoots, openSession } from "./open-session.ts";
import { readTerms } from "./read-terms.ts";
import { redactAll } from "./redact-all.ts";
import { redactWithNames } from "./session-names.ts";
import {
  charsAround,
  defaultBudget,
  type McpAnswer,
  type McpCall,
  type McpInputs,
  type McpTool,
  shared,
} from "./mcp-tool.ts";
import { placesIn } from "./session-turns.ts";

/** The tool that finds sessions by what was said, with excerpts that are long enough to answer from. */
export const search: McpTool = {
  name: "search",
  title: "Search sessions",
  description:
    'Find what was said in recorded sessions. Each hit has the prompt of its turn, the text around it, the end of the answer, and what to pass to read. Few distinctive words work best: they should occur in one message. "two words" is a phrase, /a.*b/ a pattern.',
  inputs: [
    { name: "query", type: "text", description: "words, phrases or patterns", isRequired: true },
    { name: "in", type: "text", description: `only in ${wheres.join(", ")}; several with commas` },
    shared.project,
    shared.since,
    shared.until,
    { name: "limit", type: [1, 50], description: "how many sessions (default: 5)" },
    shared.budget,
    shared.cursor,
  ],
  run: find,
};

/** How many turns of a session are shown. */
const maxTurns = 2;

/** How many sessions are read besides those that are shown: all that matches in them may be redacted. */
const maxVain = 20;

async function find(inputs: McpInputs, call: McpCall): Promise<McpAnswer> {
  const { io, redaction, position, signal } = call;
  const { limit = 5, budget = defaultBudget } = inputs;
  const terms = readTerms(String(inputs["query"]));
  const asked = await redactAll(terms, redaction);
  if (asked.some((term, index) => term !== terms[index]))
    throw new RequestError(
      "Unexpected `query`: it holds what is redacted in answers, such as a key or a name of a user",
    );
  const places = placesOf(inputs);
  if (places.project !== undefined) await locateInRoots(places.project[0]!, io);
  const all = await findSessions(terms, places, io, signal);
  const isAny = all.found.length === 0 && terms.length > 1;
  const { found, unread } = isAny ? await findAny(terms, places, io, signal) : all;
  const isWanted = readWanted(places, io);
  const queries = (isAny ? terms.map((term) => [term]) : [terms]).map((some) => readQuery(some, io.compile));
  const ids = found.map(({ ranked }) => markOf(`${ranked.path} ${ranked.id}`));
  const notice = position === undefined ? unreadNotice(unread) : "";
  const blocks = [...(await redactAll([notice].filter(Boolean), redaction))];
  let chars = blocks.join("\n\n").length + charsAround(inputs);
  let shown = 0;
  let at = indexAfter(ids, position);
  for (const last = at + Number(limit) + maxVain; at < Math.min(last, found.length) && shown < Number(limit); at++) {
    signal.throwIfAborted();
    const whole = await describe(found[at]!, queries, isWanted, call);
    if (whole === undefined) continue;
    if (shown > 0 && chars + whole.length + 2 > Number(budget)) break;
    const block = cutLines(whole, Number(budget) - chars);
    blocks.push(block);
    chars += block.length + 2;
    shown++;
  }
  const next = at < found.length && at > 0 ? { index: at, mark: ids[at - 1]! } : undefined;
  const about = shown === 0 && next !== undefined ? "Nothing found so far." : sentenceOf(shown, isAny, terms.length);
  return { about, record: blocks.join("\n\n"), next };
}

function placesOf({ in: where, project, since, until }: McpInputs): SearchPlaces {
  const texts = { in: where, since, until } as Record<string, string | undefined>;
  return { ...texts, project: project === undefined ? undefined : [String(project)] };
}

function sentenceOf(shown: number, isAny: boolean, terms: number): string {
  if (shown === 0) return "Nothing found.";
  const sessions = count(shown, "session");
  return isAny
    ? `No message holds all ${terms} words; ${sessions} with some of them, those with most first.`
    : `${sessions}, the best match first.`;
}

/** The lines of a block that there is room for. */
function cutLines(block: string, room: number): string {
  if (block.length <= room) return block;
  return `${block.slice(0, block.lastIndexOf("\n", room - 40))}\n(no room for more; read shows it)`;
}

/** What was found in a session, as it is after redaction; absent if nothing that matches is left. */
async function describe(
  { ranked, source, path }: RankedInSource,
  queries: readonly Query[],
  isWanted: (hit: SearchHit) => boolean,
  { io, redaction }: McpCall,
): Promise<string | undefined> {
  const opened = await openSession(sourceOf(ranked.id, source, path, io), io);
  const file = await opened.read();
  const { tree } = await exportTree(file, {
    renderer: await loadFormat("json"),
    session: ranked.id,
    user: io.config,
    processor: io.processor,
    redact: redaction?.options ?? false,
  });
  const { dag } = file.data.transcript!;
  // In the tree the id is redacted, where it is the name of a file that holds a secret.
  const [top, other] = tree.children.flatMap((node) => (node.type === "session" ? node.sessionId : []));
  const own = other === undefined ? (top ?? ranked.id) : ranked.id;
  const words = new Map<string, { hit: SearchHit; words: number }>();
  for (const query of queries)
    for (const hit of hitsIn(tree, dag, query)) {
      if (hit.session !== own || !isWanted(hit) || isOwnCall(hit)) continue;
      words.set(keyOf(hit), { hit, words: (words.get(keyOf(hit))?.words ?? 0) + 1 });
    }
  if (words.size === 0) return undefined;
  const hits = [...words.values()].map(({ hit }) => hit);
  const weightOf = (hit: SearchHit) => weights[hit.where] * (words.get(keyOf(hit))?.words ?? 1);
  const turns = turnsOf(hits, placesIn(tree), weightOf);
  const session = turns.find(({ turn }) => turn.session?.sessionId === own)?.turn.session;
  const [project = "", found = "", id = ""] = await redactWithNames(
    [session?.cwd === undefined ? ranked.project : projectDirectory(session.cwd, io.aliases), ranked.title, ranked.id],
    { io, redaction },
  );
  const title = oneLine(session === undefined ? found : titleOf(session), 120);
  const first = turns[0]!;
  const agent = first.agent === undefined ? {} : { agent: first.agent.agentId, detail: "tools" };
  const target = { session: id, turns: String(first.turn.number), ...agent };
  const more = turns.length > maxTurns ? [`and ${count(turns.length - maxTurns, "more turn")}`] : [];
  const date = ranked.to === 0 ? "no time" : formatMinute(ranked.to, io.zone);
  return [
    `## ${[date, lastFolders(project), title].join(" | ")}`,
    `read ${JSON.stringify(target)}`,
    ...turns.slice(0, maxTurns).map((turn) => excerptOf(turn, io.zone)),
    ...more,
  ].join("\n");
}

/** The key of a hit: one text may match several words. */
function keyOf({ path, line, text }: SearchHit): string {
  return `${path}:${line} ${text}`;
}

/** Calls of this server quote what was searched for: they are no answer to it. */
function isOwnCall({ where, speaker }: SearchHit): boolean {
  return where === "tools" && speaker.startsWith("mcp__") && speaker.includes("ccdag");
}

/** The session as a source of its own. */
function sourceOf(id: string, source: InputSource, path: string, io: LibraryIo): InputSource {
  const session = { input: id, session: id, isAlone: true };
  if (!io.roots.includes(source.folder)) return { ...session, folder: source.folder, also: source.also, named: path };
  const project = projectFolderOf(path);
  const [folder = source.folder, ...also] = projectFoldersOf(project, io);
  return { ...session, folder, also, named: project === "." ? path : path.slice(project.length + 1) };
}
