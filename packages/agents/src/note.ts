import { clientLabel, clientPhrase, type ClientTag, closeTag, openTag } from "@ccdag/core";

/** What a client wrote as the result of a call that launched an agent, taken apart. */
export interface ParsedReport {
  /** What the agent answered. */
  readonly answer: string;
  /** What the client wrote behind it: the id of the agent, where it worked, what it used; empty where it wrote nothing. */
  readonly note: string;
}

/** The first line of a note, and those that may follow. */
const noteHead = new RegExp(`^${clientPhrase("agent-note")}[\\w@.-]+(?: \\(.*)?$`);
const noteLine = new RegExp(
  `^(?:${clientLabel("worktree")}: .*|${openTag("usage")}.*|(?:total|subagent)_tokens: \\d+|tool_uses: \\d+|` +
    `duration_ms: \\d+|.*${closeTag("usage")}|\\s*)$`,
);
const agentId = clientLabel("agent-id");
const agentNamed = new RegExp(`^${agentId}: *([\\w@.-]+)`, "im");
const launched = [clientPhrase("agent-launched"), clientPhrase("agent-spawned")].join("|");
const receipt = new RegExp(`^(?:${launched})\\b[^]*?^${agentId}: `, "im");
/** What tools an agent used, before its report. */
const toolsUsed: `<${ClientTag}` = "<tools-used";
const remark = new RegExp(`^\\s*(?:${toolsUsed}.*)?$`);

/**
 * Take a result apart: the answer, without the line above it that newer clients put there, and the note behind it. A
 * note is one only at the end, where every line of it is the client's: an answer may quote such lines.
 *
 * @param texts the texts of the result; a note may be one of its own.
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

/** Newer clients say in one line that a report follows, and indent it; remarks of theirs may stand before that line. */
function withoutFrame(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => line.startsWith(clientPhrase("hand-back")));
  const isFrame = at !== -1 && lines.slice(0, at).every((line) => remark.test(line));
  return isFrame ? lines.slice(at + 1).map((line) => line.replace(/^ {2}/, "")) : lines;
}

/** The agent that a note, or the receipt of a launch, names. */
export function idIn(texts: readonly string[]): string | undefined {
  const words = texts.join("\n");
  const client = isReceipt(words) ? words : readReport(texts).note;
  return agentNamed.exec(client)?.[1];
}

/** Whether a result says no more than that an agent was launched. */
export function isReceipt(words: string): boolean {
  return receipt.test(words.slice(0, 1000));
}
