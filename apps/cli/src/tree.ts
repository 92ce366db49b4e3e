import type { Root } from "@ccdag/ccast";
import { ccdag, ccdagSelect } from "@ccdag/processor";
import type { VFile } from "vfile";
import { CallError, type Io } from "./io.ts";
import { load } from "./load.ts";
import { parse } from "./plugins/work.ts";

/** There is nothing to tell. */
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
  const selected = await ccdag().use(ccdagSelect, { session }).run(tree, file);
  if (selected.children.length === 0) throw nothing(input, session);
  return { tree: selected, file };
}
