import { findEntry, leaves, type Root } from "@ccdag/ccast";
import { formatTime, oneLine } from "@ccdag/mdast";
import { ccdag } from "@ccdag/processor";
import { CallError, type Io } from "../io.ts";
import { load } from "../load.ts";
import { exitCode, printMessages, type Verbosity } from "../messages.ts";
import { printable } from "../printable.ts";
import { type Attempt, compare, type Comparison } from "./compare.ts";

/** Options of `ccdag diff`. */
export interface DiffOptions extends Verbosity {
  json?: boolean | undefined;
}

/** `ccdag diff`: what two attempts share, where they part, and what each did. */
export async function runDiff(
  [first, second]: readonly [string, string],
  input: string | undefined,
  options: DiffOptions,
  io: Io,
): Promise<number> {
  const { file } = await load(input, io);
  const tree = (io.processor ?? ccdag)().parse(file);
  const result = compare(tree, leafOf(tree, first), leafOf(tree, second));
  await io.stdout(options.json ? `${JSON.stringify(result, undefined, 2)}\n` : tell(result));
  await printMessages(file, options, io);
  return exitCode(file);
}

/** An entry, or the beginning of its uuid; a branch stands for its end. */
function leafOf(tree: Root, uuid: string) {
  const found = findEntry(tree, uuid);
  const [one] = found;
  if (one === undefined)
    throw new CallError(`Unexpected uuid \`${uuid}\`, expected a leaf that \`ccdag branches\` lists`);
  if (found.length > 1)
    throw new CallError(`Unexpected beginning \`${uuid}\`, it fits ${found.map((other) => other.uuid).join(", ")}`);
  const { node } = one;
  if (node.type !== "branch") return one;
  const end = leaves(tree).find(({ branch }) => branch === node.uuid);
  return end ? findEntry(tree, end.uuid)[0]! : one;
}

function tell({ shared, parting, attempts }: Comparison): string {
  const where = parting ? `, the last of them ${parting.uuid.slice(0, 8)} ${quote(parting.words)}` : "";
  const lines = [`shared: ${count(shared, "message")}${where}`];
  for (const [index, attempt] of attempts.entries()) lines.push("", ...tellAttempt(attempt, "AB"[index]!));
  return `${lines.join("\n")}\n`;
}

function tellAttempt({ leaf, messages, from, to, prompts, tools, files }: Attempt, name: string): string[] {
  const time = from === undefined || to === undefined ? "" : `, ${formatTime(from)} to ${formatTime(to)}`;
  return [
    `${name} ${leaf.slice(0, 8)}: ${count(messages, "message")}${time}`,
    ...prompts.map((words) => `  prompt  ${quote(words)}`),
    ...(tools.length > 0
      ? [`  tools   ${tools.map(([tool, times]) => `${times} ${printable(tool)}`).join(", ")}`]
      : []),
    ...files.map(([path, times]) => `  file    ${printable(path)}${times > 1 ? ` (${times} times)` : ""}`),
  ];
}

function quote(words: string): string {
  return `"${printable(oneLine(words, 80))}"`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
