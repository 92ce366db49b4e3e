import { findEntry, type FlowContent, type Root, type Session, without } from "@ccdag/ccast";
import { selectTree } from "@ccdag/pipeline";
import type { RedactedConversation } from "./conversation-reader.ts";
import { BlockFault } from "./block-fault.ts";
import type { BlockRequest } from "./read-request.ts";

/**
 * Select what a block asks for: turns (on the path that was continued, if no branch is named), an entry, a branch.
 *
 * @param conversation the whole; it is not changed.
 * @param request what is asked for.
 * @throws BlockFault if it is not in the conversation.
 */
export async function selectPart(conversation: RedactedConversation, request: BlockRequest): Promise<Root> {
  const { branch, turns, entry, input, isDiff } = request;
  const { file, tree } = conversation;
  if (entry !== undefined) return onlyEntry(conversation, entry, input);
  // Sessions that continue this one have turns of the same numbers, and changes of their own.
  const own = turns === undefined && !isDiff ? tree : withoutLaterSessions(tree);
  if (branch === undefined && turns === undefined) return own;
  const selected = await selectTree(own, file, { options: { branch: branch ?? "active", turns } });
  if (selected.children.length > 0) return selected;
  const range = turns && (turns.from === turns.to ? `turn ${turns.from}` : `turns ${turns.from} to ${turns.to}`);
  throw new BlockFault("nothing-to-show", `No ${range ?? `branch \`${branch}\``} in \`${input}\``);
}

function withoutLaterSessions(tree: Root): Root {
  const tops = new Set<FlowContent>(tree.children);
  return without(tree, (node) => node.type === "session" && !tops.has(node));
}

/** The message or record that holds an entry, alone in its session. */
function onlyEntry({ tree, file }: RedactedConversation, uuid: string, input: string): Root {
  // A copy is shown where its original is.
  const original = file.data.transcript?.dag.resolve(uuid);
  const ids = [uuid, original?.uuid ?? original?.id ?? uuid];
  const all = new Map(ids.flatMap((id) => findEntry(tree, id)).map((found) => [found.uuid, found]));
  const [found, other] = all.values();
  if (found === undefined) throw new BlockFault("nothing-to-show", `No entry \`${uuid}\` in \`${input}\``);
  if (other !== undefined)
    throw new BlockFault("ambiguous-input", `\`${uuid}\` begins several uuids: ${[...all.keys()].join(", ")}`);
  const session = found.threads.findLast((thread): thread is Session => thread.type === "session");
  const { node } = found;
  return { type: "root", children: [session === undefined ? node : { ...session, children: [node] }] };
}
