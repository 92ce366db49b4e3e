/** What a client wrote as the result of a call that launched an agent, taken apart. */
export interface ParsedReport {
  /** What the agent answered. */
  readonly answer: string;
  /** What the client wrote behind it: the id of the agent, where it worked, what it used; empty where it wrote nothing. */
  readonly note: string;
}

/** The first line of a note, and those that may follow. */
const noteHead = /^agentId: [\w@.-]+(?: \(.*)?$/;
const noteLine =
  /^(?:worktree\w*: .*|<usage>.*|(?:total|subagent)_tokens: \d+|tool_uses: \d+|duration_ms: \d+|.*<\/usage>|\s*)$/;

/**
 * Take a result apart: the answer, without the line above it that newer clients put there, and the note behind it. A
 * note is one only at the end, where every line of it is the client's: an answer may quote such lines.
 *
 * @param texts the texts of the result; a note may be one of its own.
 */
export function readReport(texts: readonly string[]): ParsedReport {
  const words = texts.filter((text) => !text.startsWith("<tools-used")).join("\n");
  const lines = words.split("\n");
  let at = lines.length - 1;
  while (at >= 0 && !noteHead.test(lines[at]!) && noteLine.test(lines[at]!)) at--;
  const hasNote = at >= 0 && noteHead.test(lines[at]!);
  const note = hasNote ? lines.slice(at).join("\n") : "";
  return { answer: withoutFrame(hasNote ? lines.slice(0, at) : lines).join("\n"), note };
}

/** Newer clients say in one line that a report follows, and indent it; remarks of theirs may stand before that line. */
function withoutFrame(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => line.startsWith("[Subagent hand-back]"));
  const isFrame = at !== -1 && lines.slice(0, at).every((line) => /^\s*(?:<tools-used.*)?$/.test(line));
  return isFrame ? lines.slice(at + 1).map((line) => line.replace(/^ {2}/, "")) : lines;
}

/** The agent that a note, or the receipt of a launch, names. */
export function idIn(texts: readonly string[]): string | undefined {
  const words = texts.join("\n");
  const client = isReceipt(words) ? words : readReport(texts).note;
  return /^agent_?id: *([\w@.-]+)/im.exec(client)?.[1];
}

/** Whether a result says no more than that an agent was launched. */
export function isReceipt(words: string): boolean {
  return /^(?:Async agent launched|Spawned) successfully\b[^]*?^agent_?id: /im.test(words.slice(0, 1000));
}
