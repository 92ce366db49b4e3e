import type { Root } from "@ccdag/ccast";
import { parseTree, selectTree } from "@ccdag/pipeline";
import type { VFile } from "vfile";
import { CallError, type Io } from "./io.ts";
import { load } from "./load.ts";

/** Parse files with the plugins of the user's config. */
export function parse(file: VFile, { config, processor }: Pick<Io, "config" | "processor">): Root {
  return parseTree(file, { user: config, processor });
}

/** There is nothing to show. */
export function nothing(input: string | undefined, session: string | undefined): CallError {
  const what = session === undefined ? "conversation" : `entry of session \`${session}\``;
  return new CallError(`No ${what} in \`${input ?? "."}\``);
}

/**
 * Read what was asked for as a tree: all of it, or one session with what leaves from it.
 *
 * @param input as typed.
 * @param io the world.
 * @throws CallError when there is no conversation.
 */
export async function readTree(input: string | undefined, io: Io): Promise<{ tree: Root; file: VFile }> {
  const { file, session } = await load(input, io);
  const tree = parse(file, io);
  const selected = await selectTree(tree, file, { session });
  if (selected.children.length === 0) throw nothing(input, session);
  return { tree: selected, file };
}
