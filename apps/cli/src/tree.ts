import type { Root } from "@ccdag/ccast";
import { parseTree, selectTree } from "@ccdag/pipeline";
import type { VFile } from "vfile";
import { CallError, type CommandIo, type Io } from "./io.ts";
import { load, loadParts } from "./load.ts";

/** Parse files with the plugins of the user's config. */
export function parse(file: VFile, { config, processor }: Pick<Io, "config" | "processor">): Root {
  return parseTree(file, { user: config, processor });
}

/** The error for an input without a conversation, or without the requested session. */
export function noConversation(input: string | undefined, session: string | undefined): CallError {
  const what = session === undefined ? "conversation" : `entry of session \`${session}\``;
  return new CallError(`No ${what} in \`${input ?? "."}\``);
}

/**
 * Read the input of a command as a tree: all sessions, or one session with the threads that leave from it.
 *
 * @param input as typed.
 * @param io the environment of the run.
 * @throws CallError if there is no conversation.
 */
export async function readTree(input: string | undefined, io: CommandIo): Promise<{ tree: Root; file: VFile }> {
  const { file, session } = await load(input, io);
  const tree = parse(file, io);
  const selected = await selectTree(tree, file, { session });
  if (selected.children.length === 0) throw noConversation(input, session);
  return { tree: selected, file };
}

/** A part of the input of a command. */
export interface TreePart {
  readonly file: VFile;
  /** The tree of its files. */
  readonly whole: Root;
  /** The requested part of it. */
  readonly tree: Root;
}

/**
 * The same, part by part: memory grows with the largest session tree.
 *
 * @param input as typed.
 * @param io the environment of the run.
 * @throws CallError if there is no conversation; it is thrown at the end.
 */
export async function* readTreeParts(input: string | undefined, io: CommandIo): AsyncGenerator<TreePart> {
  let isEmpty = true;
  let wanted: string | undefined;
  for await (const { file, session } of loadParts(input, io, true)) {
    const whole = parse(file, io);
    const tree = await selectTree(whole, file, { session });
    isEmpty &&= tree.children.length === 0;
    wanted = session;
    yield { file, whole, tree };
  }
  if (isEmpty) throw noConversation(input, wanted);
}
