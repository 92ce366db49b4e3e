import type { RootContent } from "mdast";
import type { VFile } from "vfile";
import { ConversationReader, toBlockFault } from "./conversation-reader.ts";
import { BlockFault } from "./block-fault.ts";
import type { SessionBlock } from "./find-blocks.ts";
import type { RemarkCcdagOptions } from "./remark-options.ts";
import { readRequest } from "./read-request.ts";
import { renderBlock } from "./render-block.ts";

/** A block with what takes its place. */
export interface RenderedBlock {
  readonly block: SessionBlock;
  readonly nodes: readonly RootContent[];
}

/** The source of all messages. */
const source = "remark-ccdag";

/**
 * Render blocks of a document.
 *
 * @param blocks the blocks.
 * @param file gets a message at each block that cannot be rendered, or not as a whole.
 * @param options of the plugin.
 * @returns those that can be rendered.
 */
export async function renderBlocks(
  blocks: readonly SessionBlock[],
  file: VFile,
  options: RemarkCcdagOptions,
): Promise<RenderedBlock[]> {
  const reader = new ConversationReader({ ...options, cwd: options.cwd ?? file.cwd });
  const rendered: RenderedBlock[] = [];
  for (const block of blocks) {
    try {
      const request = readRequest(block, options);
      const conversation = await reader.read(request.input);
      rendered.push({ block, nodes: await renderBlock(block, request, conversation, options.html ?? false) });
      const damage = damageOf(block, conversation.file);
      if (damage !== undefined) reportFault(block, damage, file);
    } catch (error) {
      reportFault(block, toBlockFault(error), file);
    }
  }
  return rendered;
}

/** Say at a block what is wrong with it. */
export function reportFault({ node }: SessionBlock, { message, ruleId, note, cause }: BlockFault, file: VFile): void {
  const reported = file.message(message, { place: node.position, ruleId, source, cause: cause as Error });
  reported.note = note;
}

/** What could not be read of a conversation; absent for nothing. The messages about it may quote it: they are counted only. */
function damageOf({ input }: SessionBlock, { messages, data }: VFile): BlockFault | undefined {
  const all = [...messages, ...(data.companions ?? []).flatMap((one) => one.messages)];
  // What is only worth knowing is neither true nor false.
  const wrong = all.filter(({ fatal }) => fatal === true || fatal === false);
  if (wrong.length === 0) return undefined;
  const rules = [...new Set(wrong.map(({ ruleId }) => ruleId ?? "unreadable"))].sort().join(", ");
  return new BlockFault(
    "incomplete",
    `Some of the files of \`${input}\` could not be read or understood (${wrong.length} × ${rules})`,
  );
}
