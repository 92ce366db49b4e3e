import { oneLine } from "@ccdag/mdast";
import { count } from "@ccdag/mdast/amounts";
import { cellOf, readPeriod, rowProjects, rowsOfInputs, type SessionRow } from "@ccdag/library";
import { lastFolders } from "@ccdag/report";
import { indexAfter, markOf } from "./cursor.ts";
import { unreadNotice } from "./unread-notice.ts";
import { locateInRoots } from "./open-session.ts";
import { redactAll } from "./redact-all.ts";
import { redactWithNames } from "./session-names.ts";
import { type McpAnswer, type McpCall, type McpInputs, type McpTool, shared } from "./mcp-tool.ts";

/** The tool that lists sessions, newest first. */
export const listSessions: McpTool = {
  name: "list_sessions",
  title: "List sessions",
  description:
    "List recorded Claude Code sessions, newest first: id, time of the last message, length, messages, title.",
  inputs: [
    shared.project,
    shared.since,
    shared.until,
    { name: "words", type: "text", description: "only sessions whose titles contain all of these words" },
    { name: "limit", type: [1, 200], description: "how many sessions (default: 20)" },
    shared.cursor,
  ],
  run: list,
};

const titleChars = 120;

async function list(inputs: McpInputs, { io, redaction, position }: McpCall): Promise<McpAnswer> {
  const { since, until, words = "", project, limit = 20 } = inputs;
  const period = readPeriod({ since: since as string, until: until as string }, io);
  if (project !== undefined) await locateInRoots(String(project), io);
  const { rows, file } = await rowsOfInputs(project === undefined ? [] : [String(project)], io);
  const inPeriod = rows
    .filter(
      ({ from, to }) => (to ?? -Infinity) >= (period.since ?? -Infinity) && !(from! >= (period.until ?? Infinity)),
    )
    .sort((a, b) => (b.to ?? 0) - (a.to ?? 0) || (a.path < b.path ? -1 : 1));
  const found = await withWords(inPeriod, String(words), redaction);
  const ids = found.map(({ path, id }) => markOf(`${path} ${id}`));
  const at = indexAfter(ids, position);
  const end = Math.min(at + Number(limit), found.length);
  const lines = await formatRows(found.slice(at, end), rows, { io, redaction });
  const notice = position === undefined ? unreadNotice([file]) : "";
  return {
    about: found.length === 0 ? "No sessions." : `Sessions ${at + 1} to ${end} of ${found.length}.`,
    record: [...lines, ...(await redactAll([notice].filter(Boolean), redaction))].join("\n"),
    next: end < found.length ? { index: end, mark: ids[end - 1]! } : undefined,
  };
}

/** The rows whose titles contain all words, as they are shown: what is redacted is not found. */
async function withWords(
  rows: readonly SessionRow[],
  words: string,
  redaction: McpCall["redaction"],
): Promise<readonly SessionRow[]> {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return rows;
  const titles = await redactAll(
    rows.map(({ title }) => title),
    redaction,
  );
  return rows.filter((_, index) => wanted.every((word) => titles[index]!.toLowerCase().includes(word)));
}

async function formatRows(
  rows: readonly SessionRow[],
  all: readonly SessionRow[],
  context: Pick<McpCall, "io" | "redaction">,
): Promise<string[]> {
  const { io } = context;
  const { nameOf } = rowProjects(all, io.aliases);
  const texts = await redactWithNames(
    rows.flatMap((row) => [row.id, nameOf(row), row.title]),
    context,
  );
  const style = { now: (io.now ?? new Date()).getTime(), zone: io.zone };
  return rows.map((row, index) => {
    const [id = "", name = "", words = ""] = texts.slice(3 * index);
    const [last, length] = [cellOf(row, "to", style) || "no time", cellOf(row, "length", style)];
    const project = lastFolders(name);
    const title = oneLine(words, titleChars) || "no title";
    return [
      "-",
      oneLine(id),
      last,
      [length, count(row.messages, "message")].filter(Boolean).join(", "),
      project,
      title,
    ].join(" | ");
  });
}
