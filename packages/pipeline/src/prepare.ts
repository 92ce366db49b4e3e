import type { Root } from "@ccdag/ccast";
import { ccdag, ccdagDetail, ccdagSelect, default as ccdagParse } from "@ccdag/processor";
import type { Preset } from "unified";
import type { VFile } from "vfile";
import { RequestError } from "./request-error.ts";
import { detailOf } from "./detail.ts";
import { isPreset } from "./formats.ts";
import type { ExportRequest, UserPlugins } from "./request.ts";
import { whereOf } from "./why.ts";

/** A tree before and after the transforms. */
export interface PreparedTree {
  /** The whole tree of the files. */
  readonly whole: Root;
  /** The part to export, after the transforms. */
  readonly tree: Root;
}

/**
 * Run the stages before rendering, in this order: parse, select, the user's plugins, redact, the plugins of a preset,
 * redact again (for text that the preset added), detail.
 *
 * @param file the files of a project; messages and the account are added to it.
 * @param request what to export, and how.
 * @throws RequestError if an option does not fit the files, or a plugin of the user fails.
 */
export async function prepareTree(file: VFile, request: ExportRequest): Promise<PreparedTree> {
  const { renderer, user, redact } = request;
  const whole = request.tree ?? parseTree(file, request);
  const selected = await transformTree(await selectTree(whole, file, request), file, user);
  const ccdagRedact = redact === undefined ? undefined : (await import("@ccdag/redact")).default;
  const transforms = ccdag();
  // The name of a secret must not depend on the level of detail: redact comes before detail.
  if (ccdagRedact && redact) transforms.use(ccdagRedact, redact);
  if (isPreset(renderer)) transforms.use(renderer.plugin as Preset);
  // The redaction of the user overrides that of a preset, also if it is `false`.
  if (ccdagRedact && redact !== undefined) transforms.use(ccdagRedact, redact);
  transforms.use(ccdagDetail, detailOf(request));
  return { whole, tree: await runPlugins(() => transforms.run(selected, file), user) };
}

/**
 * Parse files, with the sources and rules of the user's plugins.
 *
 * @param file the files of a project; messages and the account are added to it.
 * @param request the options, plugins and processor (default: none of them).
 * @throws RequestError if a plugin of the user fails.
 */
export function parseTree(
  file: VFile,
  { options, user, processor = ccdag }: Pick<ExportRequest, "options" | "user" | "processor"> = {},
): Root {
  const reading = options?.compaction === "root" ? ({ compaction: "root" } as const) : {};
  const reader = processor()
    .use([...(user?.plugins ?? [])])
    .use(ccdagParse, reading);
  try {
    return reader.parse(file);
  } catch (error) {
    throw toRequestError(error, user);
  }
}

/** Select the part of a tree that a request asks for. The tree is not changed; omitted entries count as hidden in the account. */
export async function selectTree(
  tree: Root,
  file: VFile,
  { session, options = {}, user }: Pick<ExportRequest, "session" | "options" | "user">,
): Promise<Root> {
  const { since, until, turns, branch, shared, leaf } = options;
  const compaction = options.compaction === "strip" ? "strip" : undefined;
  const select = ccdag().use(ccdagSelect, { session, since, until, turns, branch, shared, leaf, compaction });
  return runPlugins(() => select.run(tree, file), user);
}

/** Run the transforms among the user's plugins. */
export async function transformTree(tree: Root, file: VFile, user: UserPlugins | undefined): Promise<Root> {
  return runPlugins(
    () =>
      ccdag()
        .use([...(user?.plugins ?? [])])
        .run(tree, file),
    user,
  );
}

async function runPlugins(run: () => Promise<unknown>, user: UserPlugins | undefined): Promise<Root> {
  try {
    return (await run()) as Root;
  } catch (error) {
    throw toRequestError(error, user);
  }
}

/** Errors about options, and errors in plugins of the user, are errors of the request; others are passed on. */
function toRequestError(error: unknown, user: UserPlugins | undefined): unknown {
  if (error instanceof TypeError && error.message.startsWith("Expected "))
    return new RequestError(error.message.replace(/`(leaf|branch)`/, "--$1"));
  const hasPlugins = user !== undefined && user.plugins.length > 0;
  return hasPlugins ? new RequestError(`A plugin failed: ${whereOf(error)}`) : error;
}
