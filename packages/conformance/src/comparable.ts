import type { Block, ExpectedConversation, ExpectedAgent, Line } from "./types.ts";

/**
 * A text as it is compared: without colours, the marks of Markdown that escape or emphasise, and runs of white space.
 *
 * @param text any text.
 */
export function comparable(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- the escape character is what begins a colour
      .replace(/\u001B\[[0-9;]*m/g, "")
      .replace(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)))
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&")
      .replace(/\\(?=[!-/:-@[-`{-~])/g, "")
      .replace(/\s+/g, " ")
      .trim()
  );
}

/** A block in a message to a person. */
export function nameOf(block: Block | undefined): string {
  if (block === undefined) return "the beginning";
  const words = block.id ?? block.text ?? block.name ?? block.taskId ?? block.from ?? "";
  return `${block.kind} ${JSON.stringify(words.slice(0, 60))}`;
}

/** All blocks of a line and of its branches, in their order. */
export function blocksIn(line: Line): Block[] {
  const found: Block[] = [];
  const open: Line[] = [line];
  for (let next = open.shift(); next; next = open.shift()) {
    for (const block of next.blocks) found.push(block);
    for (const branch of next.branches ?? []) open.push(branch);
  }
  return found;
}

/** All lines of a conversation from its beginnings, each with the blocks above it. */
export function pathsOf({
  sessions,
}: ExpectedConversation): Array<{ session: string; above: readonly Block[]; own: Line }> {
  const lines: Array<{ session: string; above: readonly Block[]; own: Line }> = [];
  for (const session of sessions) {
    const open: Array<{ above: readonly Block[]; own: Line }> = [{ above: [], own: session }];
    for (let next = open.shift(); next; next = open.shift()) {
      const { above, own } = next;
      lines.push({ session: session.sessionId, above, own });
      const whole = [...above, ...own.blocks];
      for (const branch of own.branches ?? []) {
        const holder = lines.map((one) => [...one.above, ...one.own.blocks]).find((one) => has(one, branch.after));
        const path = has(whole, branch.after) ? whole : (holder ?? []);
        open.push({ above: path.slice(0, path.findIndex(({ ref }) => ref === branch.after) + 1), own: branch });
      }
    }
  }
  return lines;
}

function has(blocks: readonly Block[], ref: string | null): boolean {
  return blocks.some((block) => block.ref === ref);
}

/** Whether an agent is part of the conversation. The client starts warm-up agents for itself: they may be omitted. */
export function isConversation({ mode }: ExpectedAgent): boolean {
  return mode !== "warmup";
}

/** Blocks whose words every form of a conversation shows. */
const spoken = new Set<Block["kind"]>([
  "prompt",
  "text",
  "thinking",
  "teammate-message",
  "api-error",
  "command-output",
  "bash",
  "bash-output",
]);

/** Whether a block has words that every form of a conversation shows, if it is on disk. */
export function isSpoken({ kind, text, optional, onDisk }: Block): boolean {
  return spoken.has(kind) && text !== undefined && text.trim() !== "" && !optional && onDisk !== false;
}
