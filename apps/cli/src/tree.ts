import type { Root } from "@ccdag/ccast";
import { ccdag, ccdagSelect } from "@ccdag/processor";
import type { VFile } from "vfile";
import type { Io } from "./io.ts";
import { load } from "./load.ts";

/**
 * Read what was asked for as a tree: all of it, or one session with what leaves from it.
 *
 * @param input as typed.
 * @param io the world.
 */
export async function readTree(input: string | undefined, io: Io): Promise<{ tree: Root; file: VFile }> {
  const { file, session } = await load(input, io);
  const processor = (io.processor ?? ccdag)();
  const tree = processor().parse(file);
  return { tree: await processor().use(ccdagSelect, { session }).run(tree, file), file };
}
