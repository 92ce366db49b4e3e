import { firstPrompt, projectOf, type SessionColumnName, sessionColumns, type SessionFacts } from "@ccdag/ccast";
import type { TableRow, Value } from "./table-row.ts";
import type { SessionAccount } from "./account.ts";
import type { TableFacts } from "./facts.ts";
import { placeOf } from "./rows-messages.ts";
import { contextColumns, countedLater, snakeCase } from "./schema-threads.ts";

const counted: readonly SessionColumnName[] = [
  "messages",
  "prompts",
  "toolCalls",
  "agents",
  "branches",
  ...countedLater,
];

/** The row of a session. */
export function sessionRow(
  { node, place, path }: TableFacts["sessions"][number],
  facts: SessionFacts | undefined,
  { counts, idOf }: TableFacts,
  account: SessionAccount | undefined,
): TableRow {
  const { notices, noticeEntries } = counts.get(node)!;
  return {
    ...placeOf(place),
    path: path ?? null,
    title: node.title ?? null,
    first_prompt: firstPrompt(node) || null,
    cwd: node.cwd ?? null,
    git_branch: node.gitBranch ?? null,
    client_version: node.version ?? null,
    continues_session_id: node.from?.sessionId ?? null,
    continues_message_id: idOf(node.from?.uuid) ?? null,
    started_at: facts?.from ?? null,
    ended_at: facts?.to ?? null,
    ...Object.fromEntries(
      counted.map((name) => [snakeCase(name), Number(sessionColumns[name].value(facts ?? {}) ?? 0)]),
    ),
    notices,
    notice_entries: noticeEntries,
    ...accountCells(account),
    ...Object.fromEntries(contextColumns.map((name) => [snakeCase(name), contextCell(name, facts)])),
  };
}

function contextCell(name: SessionColumnName, facts: SessionFacts | undefined): Value {
  const value = sessionColumns[name].value(facts ?? {});
  return typeof value === "boolean" ? null : (value ?? null);
}

/** The row of a file that holds no conversation. */
export function otherRow(stem: string, account: SessionAccount): TableRow {
  const missing = ["title", "first_prompt", "cwd", "git_branch", "client_version", "continues_session_id"];
  const alsoMissing = ["continues_message_id", "started_at", "ended_at"];
  const zero = ["notices", "notice_entries", ...counted.map((name) => snakeCase(name))];
  return {
    project: projectOf(stem, undefined) ?? null,
    session_id: null,
    path: stem === "" ? null : stem,
    ...Object.fromEntries([...missing, ...alsoMissing].map((name) => [name, null])),
    ...Object.fromEntries(zero.map((name) => [name, 0])),
    ...accountCells(account),
    ...Object.fromEntries(contextColumns.map((name) => [snakeCase(name), null])),
  };
}

function accountCells(account: SessionAccount | undefined): TableRow {
  return {
    lines: account?.lines ?? null,
    placed: account?.placed ?? null,
    hidden: account?.hidden ?? null,
    folded: account?.folded ?? null,
    bookkeeping: account?.bookkeeping ?? null,
    malformed: account?.malformed ?? null,
  };
}
