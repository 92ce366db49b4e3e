import { findEntry, type FlowContent, type FoundEntry, leaves, type Root } from "@ccdag/ccast";
import { oneLine } from "@ccdag/mdast";
import { RequestError, toJson, visibleLine } from "@ccdag/pipeline/tables";
import { count } from "@ccdag/mdast/amounts";
import type { CommandIo } from "../io.ts";
import { type InputSource, load, locateAll, parse, readRoots } from "@ccdag/library";
import { formatSecond, type Zone } from "@ccdag/mdast/time";
import { inputArguments, jsonOption } from "../shared-options.ts";
import type { Command } from "../command.ts";
import { exitCode, printMessages, type Verbosity } from "../print-messages.ts";
import { attemptsOf } from "../diff/attempts.ts";
import { type Attempt, compare, type Comparison } from "../diff/compare.ts";
import { hasColors } from "../has-colors.ts";

/** Options of `ccdag diff`. */
export interface DiffOptions extends Verbosity {
  json?: boolean | undefined;
  /** Whether to show what was said in both (default: `false`). */
  text?: boolean | undefined;
}

/** The width of a text for no terminal. */
const usualColumns = 120;

/** What is typed for it. */
export const command: Command = {
  name: "diff",
  rank: 130,
  purpose: "work",
  description: "compare two branches: what they share, where they fork, what each did",
  arguments: [
    [
      "<leaf>",
      "an entry or a branch, as `branches` lists them; or, alone, a session: what it abandoned first, and what it kept",
    ],
    ["[other]", "another one"],
    ...inputArguments,
  ],
  options: [
    {
      name: "text",
      flags: "--text",
      description: "show what was said in both, side by side",
    },
    jsonOption,
  ],
  example: "diff 3b30241f 91ab23cd session.jsonl",
  run: ([leaf, other, ...inputs], options, io) => runDiff([leaf!, other], inputs, options, io),
};

/** `ccdag diff`: shows what two attempts share, where they fork, and what each one did. */
async function runDiff(
  [first, second]: readonly [string, string | undefined],
  inputs: readonly string[],
  options: DiffOptions,
  io: CommandIo,
): Promise<number> {
  const sources = await locateAll(second === undefined ? [first] : inputs, io);
  const [one, other] = second === undefined ? await attemptsIn(sources, first, options, io) : [first, second];
  const { file } = await load(sources, io, [one, other]);
  const tree = parse(file, io);
  const result = compare(tree, leafOf(tree, one), leafOf(tree, other), options.text);
  await io.stdout(options.json ? toJson(result, 2) : format(result, io.zone));
  if (options.text && !options.json) await io.styled(await formatTexts(result, options, io));
  await printMessages(file, options, io);
  return exitCode(file);
}

/** The leaves of what a session abandoned first and of what it kept. */
async function attemptsIn(
  sources: readonly InputSource[],
  input: string,
  { quiet }: DiffOptions,
  io: CommandIo,
): Promise<[string, string]> {
  const { made } = await readRoots(sources, io, ["branches"], leaves);
  const attempts = attemptsOf(made.flat());
  if (attempts === undefined)
    throw new RequestError(`No abandoned branch in \`${input}\`, expected two leaves that \`ccdag branches\` lists`);
  const { abandoned, kept, others } = attempts;
  if (others > 0 && !quiet)
    io.stderr(`${visibleLine(`${count(others, "other")} abandoned; \`ccdag branches ${input}\` lists them`)}\n`);
  return [abandoned.uuid, kept.uuid];
}

/**
 * Find an entry by its uuid or a prefix of it. The uuid of a branch means the leaf of that branch, on the continued side
 * of each fork.
 */
function leafOf(tree: Root, uuid: string): FoundEntry {
  const branches = findEntry(tree, uuid, "branch");
  const uuids = branches.length === 1 ? leavesOf(branches[0]!, tree) : [];
  const found = uuids.length > 0 ? findEntry(tree, uuids[0]!) : findEntry(tree, uuid);
  const [one] = found;
  if (one === undefined)
    throw new RequestError(`Unexpected uuid \`${uuid}\`, expected a leaf that \`ccdag branches\` lists`);
  if (found.length > 1)
    throw new RequestError(`Unexpected prefix \`${uuid}\`, it matches ${found.map((other) => other.uuid).join(", ")}`);
  return one;
}

/** The leaf of a branch; at each fork inside it, the active side is followed. */
function leavesOf({ node }: FoundEntry, tree: Root): string[] {
  let branch = node;
  for (let next: FlowContent | undefined = branch; next;) {
    branch = next;
    next =
      "children" in branch
        ? (branch.children as FlowContent[]).find((child) => child.type === "branch" && child.active)
        : undefined;
  }
  const uuid = branch.type === "branch" ? branch.uuid : undefined;
  return leaves(tree).flatMap((leaf) => (leaf.branch === uuid ? leaf.uuid : []));
}

function format({ shared, parting, attempts }: Comparison, zone: Zone): string {
  const last = parting ? `, the last of them ${parting.uuid.slice(0, 8)} ${quote(parting.words)}` : "";
  const each = attempts.flatMap((attempt, index) => ["", ...formatAttempt(attempt, "AB"[index]!, zone)]);
  const lines = [`shared: ${count(shared, "message")}${last}`, ...each];
  return lines.map((line) => `${visibleLine(line)}\n`).join("");
}

async function formatTexts({ attempts }: Comparison, { color }: DiffOptions, io: CommandIo): Promise<string> {
  const [first = [], second = []] = attempts.map(({ texts }) => texts);
  const { sideBySide } = await import("../diff/side-by-side.ts");
  const isColored = hasColors(color, io.isStdoutTerminal, io);
  const width = (io.isStdoutTerminal ? io.columns : undefined) ?? usualColumns;
  return `\n${sideBySide(first, second, { width, isColored })}`;
}

function formatAttempt(
  { leaf, isAbandoned, messages, from, to, prompts, tools, files }: Attempt,
  name: string,
  zone: Zone,
): string[] {
  const time =
    from === undefined || to === undefined ? "" : `, ${formatSecond(from, zone)} to ${formatSecond(to, zone)}`;
  return [
    `${name} ${leaf.slice(0, 8)} (${isAbandoned ? "abandoned" : "kept"}): ${count(messages, "message")}${time}`,
    ...prompts.map((prompt) => `  prompt  ${quote(prompt)}`),
    ...(tools.length > 0 ? [`  tools   ${tools.map(([tool, times]) => `${times} ${tool}`).join(", ")}`] : []),
    ...files.map(([path, times]) => `  file    ${path}${times > 1 ? ` (${times} times)` : ""}`),
  ];
}

function quote(text: string): string {
  return `"${oneLine(text, 80)}"`;
}
