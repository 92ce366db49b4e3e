import { account, audit, type Root, toText, walk } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import { VFile } from "vfile";
import { expect } from "vitest";
import sourceCopilot from "../src/index.ts";

export type Json = Record<string, unknown>;

/** A tree of logs, and the messages about them; it balances. */
export interface Read {
  readonly tree: Root;
  readonly rules: string[];
}

/** Read logs: a text, or events. The first is `s.jsonl`, the next ones are its segments. */
export function read(...logs: Array<string | readonly Json[]>): Read {
  return readFiles(Object.fromEntries(logs.map((log, at) => [at === 0 ? "s.jsonl" : `s~${at + 1}.jsonl`, log])));
}

/** Read files by their paths. */
export function readFiles(files: Record<string, string | readonly Json[]>): Read {
  const companions = Object.entries(files).map(([path, log]) => {
    const value =
      typeof log === "string"
        ? log
        : stamped(log)
            .map((line) => `${JSON.stringify(line)}\n`)
            .join("");
    return new VFile({ path, value });
  });
  const file = new VFile({ path: "harbor", data: { companions } });
  const tree = ccdag().use(sourceCopilot).parse(file);
  expect(audit(tree, file.data.ledger!)).toEqual([]);
  const logs = companions.filter(({ path }) => path.endsWith(".jsonl"));
  expect(account(tree, file.data.ledger!).lines).toBe(
    logs.flatMap(({ value }) => String(value).match(/[^\n]+/g) ?? []).length,
  );
  return { tree, rules: logs.flatMap(({ messages }) => messages.map(({ ruleId }) => String(ruleId))) };
}

/** Each event is a second later than the one before it; one that has a time keeps it. */
function stamped(lines: readonly Json[]): Json[] {
  return lines.map((line, at) => ({ timestamp: new Date(Date.UTC(2026, 2, 1, 9, 0, at)).toISOString(), ...line }));
}

/** The tree as one line per node, without what only the client needs. */
export function outline(tree: Root): string[] {
  const rows: string[] = [];
  walk(tree, (node) => {
    if (node.type === "branch") rows.push(`branch${node.active ? " *" : ""}`);
    if (node.type === "agent") rows.push(`agent ${node.agentType ?? ""}`);
    if (node.type === "message") rows.push(`${node.actor} ${node.origin}: ${toText(node)}`);
    if (node.type === "thinking") rows.push(`thinking: ${node.value}`);
    if (node.type === "compaction") rows.push(`compaction: ${toText(node)}`);
    if (node.type === "notice") rows.push(`${node.entryType}: ${node.value ?? ""}`);
    if (node.type === "toolCall") rows.push(`call ${node.name} ${JSON.stringify(node.input)}`);
    if (node.type === "toolResult") rows.push(`${node.isError ? "error" : "result"}: ${toText(node)}`);
  });
  return rows;
}
