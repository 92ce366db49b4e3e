import { exportOptions, findFormat, isForUser, readOptions } from "@ccdag/pipeline/tables";
import type { DetailOptions } from "@ccdag/processor";
import type { SessionBlock } from "./find-blocks.ts";
import { BlockFault } from "./block-fault.ts";
import type { RemarkCcdagOptions } from "./remark-options.ts";

/** What a block asks for. */
export interface BlockRequest {
  /** A session, a transcript or a project, as every command takes it. */
  readonly input: string;
  /** The first and the last turn; absent for all. */
  readonly turns?: { readonly from: number; readonly to: number } | undefined;
  /** The uuid of an entry, or its beginning; absent for all. */
  readonly entry?: string | undefined;
  /** Whether the changes of files are shown instead of the conversation. */
  readonly isDiff: boolean;
  readonly branch?: string | undefined;
  readonly detail: DetailOptions;
  readonly limit: number | undefined;
}

/** The options of exports that a block may set. */
const names = ["branch", "detail", "thinking", "tools", "limit"] as const;
/** What a block may set, of a conversation and of its changes. */
const settings: Readonly<Record<"talk" | "diff", readonly string[]>> = {
  talk: [...names, "diff"],
  diff: ["diff", "branch", "tools"],
};
const usualLimit = 10_000;

/**
 * Read what a block asks for.
 *
 * @param block as typed.
 * @param usual the options of the plugin.
 * @throws BlockFault for an option that does not exist, or has no such value.
 */
export function readRequest({ input, options }: SessionBlock, usual: RemarkCcdagOptions): BlockRequest {
  if (input === "" || input.includes("\n"))
    throw new BlockFault("unexpected-input", "Expected a session in one line, such as `3b30241f` or `3b30241f#turn-3`");
  const isDiff = options.has("diff");
  const known = settings[isDiff ? "diff" : "talk"];
  for (const [name, value] of options)
    if (!known.includes(name) || (name === "diff" && value !== true))
      throw new BlockFault(
        "unexpected-option",
        `Unexpected \`${name}\`${isDiff ? " with `diff`" : ""}, expected ${known.join(", ")}`,
      );
  const given = readGiven(options);
  const { detail = "tools", thinking, tools } = usual;
  const asked = readInput(input);
  if (asked.entry !== undefined && given.branch !== undefined)
    throw new BlockFault("unexpected-option", "Unexpected `branch` with an entry, which is shown alone");
  return {
    ...asked,
    isDiff,
    branch: given.branch as string | undefined,
    detail: { detail, thinking, tools, ...given.detail },
    limit: "limit" in given ? (given.limit as number | undefined) : (usual.limit ?? usualLimit),
  };
}

/** The options of a block, checked by the table that the command line has. */
function readGiven(options: SessionBlock["options"]) {
  for (const { name, choices = {}, isOpen } of exportOptions) {
    const value = options.get(name);
    if (isOpen || typeof value !== "string" || Object.keys(choices).length === 0 || Object.hasOwn(choices, value))
      continue;
    const expected = Object.keys(choices).join(", ");
    throw new BlockFault("unexpected-option", `Unexpected \`${name}\` \`${value}\`, expected ${expected}`);
  }
  const typed = names.flatMap((name) =>
    options.has(name) ? [[name, asTyped(name, options.get(name)!)] as const] : [],
  );
  try {
    const { detail, thinking, tools, ...others } = readOptions(Object.fromEntries(typed), findFormat("markdown")!);
    const read = Object.entries({ detail, thinking, tools }).filter(([, value]) => value !== undefined);
    return { ...others, detail: Object.fromEntries(read) as DetailOptions } as {
      detail: DetailOptions;
      branch?: unknown;
      limit?: unknown;
    };
  } catch (error) {
    if (!isForUser(error)) throw error;
    throw new BlockFault("unexpected-option", error.message.replaceAll("--", ""), undefined, error);
  }
}

function asTyped(name: (typeof names)[number], value: string | true): string | boolean {
  if (name === "thinking" && (value === true || value === "true" || value === "false")) return value !== "false";
  if (name !== "thinking" && value !== true) return value;
  const example = { branch: "active", detail: "talk", thinking: "false", tools: "Edit,Bash", limit: "500" }[name];
  throw new BlockFault("unexpected-option", `Unexpected \`${name}\` without a value, expected ${name}=${example}`);
}

/** Divide an input: a title may have a number sign in it, an id or a path followed by a uuid has no spaces. */
function readInput(text: string): Pick<BlockRequest, "input" | "turns" | "entry"> {
  const [, some = "", first, last] = /^(.+)#turn-(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? [];
  if (first !== undefined) return { input: some, turns: { from: Number(first), to: Number(last ?? first) } };
  const [, input = "", entry] = /^(\S+|.+\.jsonl(?:\.\w+)?)#([\w-]{4,})$/.exec(text) ?? [];
  return entry === undefined ? { input: text } : { input, entry };
}
