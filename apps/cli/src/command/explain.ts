import { createExplainer, type Explanation, pageOf } from "@ccdag/core";
import { projectsRoot } from "@ccdag/files";
import { CallError, exit, type Io } from "../io.ts";
import { load, loadHolders } from "../load.ts";
import { parse } from "../tree.ts";
import type { Verbosity } from "../messages.ts";
import { printable } from "../printable.ts";
import { wording } from "./wording.ts";

/** Options of `ccdag explain`. */
export interface ExplainOptions extends Verbosity {
  json?: boolean | undefined;
}

/** `ccdag explain`: where an entry went, by which rules, and which records are the evidence. */
export async function runExplain(
  uuid: string,
  input: string | undefined,
  { json, verbose }: ExplainOptions,
  io: Io,
): Promise<number> {
  const found: Explanation[] = [];
  for await (const { file } of holders(uuid, input, io)) {
    parse(file, io);
    found.push(...createExplainer(file.data.transcript!.sessions)(uuid));
  }
  if (found.length === 0) throw unknown(uuid, input, io);
  const text = json
    ? JSON.stringify(found, undefined, 2)
    : found
        .flatMap((one) => format(one, verbose ?? false))
        .map(printable)
        .join("\n");
  await io.stdout(`${text}\n`);
  return exit.done;
}

function unknown(uuid: string, input: string | undefined, io: Io): CallError {
  const where = input ?? (uuid.includes(".jsonl:") ? "." : projectsRoot(io.env));
  if (/^[\w-]{1,7}$/.test(uuid))
    return new CallError(
      `Unexpected uuid \`${uuid}\`, expected eight characters or more of one that a file of \`${where}\` holds`,
    );
  return new CallError(`Unexpected uuid \`${uuid}\`, no file of \`${where}\` holds it`);
}

/** Where to look: what was asked for; the file that a place names; else every project that holds the uuid. */
async function* holders(uuid: string, input: string | undefined, io: Io) {
  const named = input ?? /^(.+\.jsonl):\d+$/.exec(uuid)?.[1];
  if (named !== undefined) yield await load(named, io);
  else yield* loadHolders(uuid, io);
}

/** Forks above an entry are many in a long turn; the nearest say most. */
const nearest = 4;

function format(own: Explanation, isWhole: boolean): string[] {
  const { path, line, kind, statements } = own;
  const sides = statements.filter(({ says }) => says === "in-side");
  const shown = isWhole ? statements : statements.filter((one) => !sides.slice(nearest).includes(one));
  const lines = shown.map((statement) => {
    const page = isWhole && statement.rule !== undefined ? ` ${pageOf(statement.rule)}` : "";
    return `  ${wording(statement, own)}${page}`;
  });
  if (shown.length < statements.length) lines.push(`  and ${statements.length - shown.length} forks further up (-v)`);
  return [`${path}:${line}  ${kind}`, ...lines];
}
