import { type SessionColumnName, sessionColumns as columns } from "@ccdag/ccast";
import { always, long, maybe, placeColumns, type TableColumn, tokenColumns } from "./column.ts";

/** Counts that came later: columns are added at the end. */
export const countedLater: readonly SessionColumnName[] = [
  "messagesOfAgents",
  "compactions",
  "failedToolCalls",
  "toolCallsOfAgents",
  "agentsMissing",
  "agentsOfClient",
  "apiCalls",
  "tokensRead",
  "tokensWritten",
];

/** How full its context window was, and of what: missing without an API call. */
export const contextColumns: readonly SessionColumnName[] = ["contextPeak", "contextWindow", "contextContent"];

/** The name of a column in a table: `tool_calls` for `toolCalls`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export const sessionColumns: readonly TableColumn[] = [
  ...placeColumns,
  maybe("path", "text", "Its transcript, relative to the folder that was read"),
  maybe("title", "text", "Its title, as the client recorded it"),
  long("first_prompt", "text", "What a person typed first, else the first command"),
  maybe("cwd", "text", "The directory that the client ran in"),
  maybe("git_branch", "text", "The branch of git"),
  maybe("client_version", "text", "The version of the client"),
  maybe("continues_session_id", "text", "The session that it continues or was forked from"),
  maybe("continues_message_id", "text", "The message of that session"),
  maybe("started_at", "time", "Its first message"),
  maybe("ended_at", "time", "Its last message"),
  counted("messages"),
  counted("prompts"),
  always("notices", "integer", "Records of the client that are no messages"),
  always("notice_entries", "integer", "Entries that these stand for"),
  counted("toolCalls"),
  counted("agents"),
  counted("branches"),
  maybe(
    "lines",
    "integer",
    "Lines of its files that are not blank; missing without an account, as are `placed` to `malformed`",
  ),
  maybe("placed", "integer", "Entries that are in the tree: `notice_entries` and the `entries` of its messages"),
  maybe("hidden", "integer", "Entries that an option such as `--since` or `--detail` omitted"),
  maybe("folded", "integer", "Lines that repeat another entry, or belong to it"),
  maybe("bookkeeping", "integer", "Lines of the client without a uuid"),
  maybe("malformed", "integer", "Lines that are no JSON"),
  ...countedLater.map((name) => counted(name)),
  ...contextColumns.map((name) =>
    maybe(snakeCase(name), columns[name].kind === "count" ? "integer" : "text", columns[name].description),
  ),
];

/** A column that every list of sessions has, with the same values. */
function counted(name: SessionColumnName): TableColumn {
  return always(snakeCase(name), "integer", columns[name].description);
}

export const agentColumns: readonly TableColumn[] = [
  ...placeColumns,
  always("agent_id", "text", "Its id"),
  maybe("agent_type", "text", "The kind of agent that was asked for, such as `Explore`"),
  maybe("name", "text", "The name that it was given"),
  maybe("description", "text", "Its task, in a few words"),
  always(
    "mode",
    "text",
    "How it ran: `sync`, `background`, `teammate`, `fork`, `inline`, `workflow`, `internal`, `warmup`",
  ),
  always("nesting_level", "integer", "1 for an agent of the main thread, 2 for an agent that such an agent spawned"),
  maybe("parent_agent_id", "text", "The agent whose transcript holds the call"),
  maybe("spawn_message_id", "text", "The message that holds the call"),
  maybe("spawn_call_id", "text", "The call, as `call_id` of `tool_calls`"),
  always("rule", "text", "The rule that found the call"),
  maybe("turn_id", "text", "As in `messages`"),
  always("is_active", "boolean", "As in `messages`"),
  maybe("status", "text", "How it ended, as the client puts it: `completed`, `failed`, `killed`"),
  always("is_missing", "boolean", "Whether its transcript was not found"),
  always("is_incomplete", "boolean", "Whether it stopped before it answered"),
  maybe("started_at", "time", "When it began"),
  maybe("ended_at", "time", "When it ended"),
  maybe("duration_ms", "integer", "Milliseconds, as recorded, else between the two"),
  always("messages", "integer", "Its rows in `messages`, without those of agents below it"),
  always("tool_calls", "integer", "Its rows in `tool_calls`, likewise"),
  maybe("worktree", "text", "The git worktree that it ran in"),
  maybe("team", "text", "The team that it belongs to"),
];

export const edgeColumns: readonly TableColumn[] = [
  ...placeColumns,
  maybe("from_id", "text", "The message that the edge leaves from; it may be in a session that was not read"),
  always("to_id", "text", "The message that it leads to"),
  always(
    "kind",
    "text",
    "`next` on one thread; from another thread to the first message of a `branch`, a `session` or an `agent`; `agent-continues` from another agent; `repeat` for a text that is recorded twice",
  ),
  maybe("rule", "text", "Why, for a branch, an agent or a repeat"),
  always("is_parent", "boolean", "Whether it is the edge of `messages.parent_id`"),
  maybe("time", "time", "The time of the message that it leads to"),
];

export const usageColumns: readonly TableColumn[] = [
  ...placeColumns,
  maybe("message_id", "text", "The first message that holds a part of the answer"),
  maybe("api_message_id", "text", "The id that the API gave to the answer"),
  maybe("request_id", "text", "The id of the API request"),
  maybe("turn_id", "text", "As in `messages`"),
  maybe("agent_id", "text", "The agent that made the call; missing for the main thread"),
  maybe("agent_type", "text", "Its type, else its name; missing for the main thread"),
  always("is_active", "boolean", "As in `messages`; calls on other branches cost as much"),
  maybe("time", "time", "When it was answered"),
  maybe("model", "text", "The model, as recorded"),
  ...tokenColumns,
  always("web_searches", "integer", "Searches of the web, which have a price of their own"),
  maybe("prices", "text", "The day of the price list"),
];
