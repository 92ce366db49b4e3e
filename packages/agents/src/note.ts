import { clientLabel, clientPhrase, type ClientTag, closeTag, openTag } from "@ccdag/core";

/** The result of a call that launched an agent, split into the answer and the client's note. */
export interface ParsedReport {
  /** The answer of the agent. */
  readonly answer: string;
  /** The note of the client after it: the id of the agent, its worktree, its usage; empty if there is none. */
  readonly note: string;
}

/** The first line of a note, and those that may follow. */
const noteHead = new RegExp(`^${clientPhrase("agent-note")}[\\w@.-]+(?: \\(.*)?$`);
const noteLine = new RegExp(
  `^(?:${clientLabel("worktree")}: .*|${openTag("usage")}.*|(?:total|subagent)_tokens: \\d+|tool_uses: \\d+|` +
    `duration_ms: \\d+|.*${closeTag("usage")}|\\s*)$`,
);
const agentId = clientLabel("agent-id");
const agentNamed = new RegExp(`^${agentId}: *([\\w@.-]+)`, "m");
const launched = [clientPhrase("agent-launched"), clientPhrase("agent-spawned")].join("|");
const launch = new RegExp(`^(?:${launched})\\b`, "im");
const idLine = new RegExp(`^${agentId}: `, "m");
/** What tools an agent used, before its report. */
const toolsUsed: `<${ClientTag}` = "<tools-used";
const remark = new RegExp(`^\\s*(?:${toolsUsed}.*)?$`);

/**
 * Split a result into the answer, without the line that newer clients put above it, and the note after it. Lines are
 * only a note at the end, and only if all of them are the client's: an answer may quote such lines.
 *
 * @param texts the texts of the result; the note may be a text of its own.
 */
export function readReport(texts: readonly string[]): ParsedReport {
  const words = texts.filter((text) => !text.startsWith(toolsUsed)).join("\n");
  const lines = words.split("\n");
  let at = lines.length - 1;
  while (at >= 0 && !noteHead.test(lines[at]!) && noteLine.test(lines[at]!)) at--;
  const hasNote = at >= 0 && noteHead.test(lines[at]!);
  const note = hasNote ? lines.slice(at).join("\n") : "";
  return { answer: withoutFrame(hasNote ? lines.slice(0, at) : lines).join("\n"), note };
}

/** Newer clients announce the report in one line and indent it; before that line there may be remarks of the client. */
function withoutFrame(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => line.startsWith(clientPhrase("hand-back")));
  const isFrame = at !== -1 && lines.slice(0, at).every((line) => remark.test(line));
  return isFrame ? lines.slice(at + 1).map((line) => line.replace(/^ {2}/, "")) : lines;
}

/** The id of the agent in a note, or in the receipt of a launch. */
export function idIn(texts: readonly string[]): string | undefined {
  const words = texts.join("\n");
  const client = isReceipt(words) ? words : readReport(texts).note;
  return agentNamed.exec(client)?.[1];
}

/** Whether a result only confirms that an agent was launched. */
export function isReceipt(words: string): boolean {
  const head = words.slice(0, 1000);
  const at = head.search(launch);
  return at !== -1 && idLine.test(head.slice(at));
}
