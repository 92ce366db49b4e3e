import type { Root } from "@ccdag/ccast";
import { ccdag, default as ccdagParse, type ParseOptions } from "@ccdag/processor";
import type { VFile } from "vfile";
import { CallError, type Io } from "../io.ts";
import type { UserConfig } from "./user-config.ts";
import { whereOf } from "./why.ts";

type World = Pick<Io, "processor" | "config">;

/**
 * Read files as a tree, with the rules of the user.
 *
 * @throws CallError where one of their plugins fails.
 */
export function parse(file: VFile, { processor = ccdag, config }: World, reading: ParseOptions = {}): Root {
  const reader = processor()
    .use([...(config?.plugins ?? [])])
    .use(ccdagParse, reading);
  try {
    return reader.parse(file);
  } catch (error) {
    throw toCall(error, config);
  }
}

/**
 * Run transforms over a tree.
 *
 * @throws CallError where a plugin of the user fails, or one of ccdag's own was given what it does not take.
 */
export async function transform(tree: Root, file: VFile, { config }: World, transforms: typeof ccdag): Promise<Root> {
  try {
    return (await transforms.run(tree, file)) as Root;
  } catch (error) {
    throw toCall(error, config);
  }
}

/** What a plugin says of its options is about the call; so is what one of the user's own cannot do. */
function toCall(error: unknown, own: UserConfig | undefined): unknown {
  if (error instanceof TypeError && error.message.startsWith("Expected "))
    return new CallError(error.message.replace(/`(leaf|branch)`/, "--$1"));
  return own === undefined || own.plugins.length === 0 ? error : new CallError(`A plugin failed: ${whereOf(error)}`);
}
