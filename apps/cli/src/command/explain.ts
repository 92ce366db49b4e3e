import { threadsIn } from "@ccdag/ccast";
import { createExplainer, type Explanation, pageOf } from "@ccdag/core";
import { RequestError, toJson, visibleLine } from "@ccdag/pipeline/tables";
import { type CommandIo, exit } from "../io.ts";
import { load, loadHolders, locateAll, parse } from "@ccdag/library";
import type { Verbosity } from "../print-messages.ts";
import { wording } from "@ccdag/report";
import { jsonOption } from "../shared-options.ts";
import type { Command } from "../command.ts";

/** Options of `ccdag explain`. */
export interface ExplainOptions extends Verbosity {
  json?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "explain",
  rank: 230,
  purpose: "check",
  description: "say where an entry went, by which rules, and on which evidence",
  arguments: [
    ["<uuid>", "an entry, an agent or a session, or <path>:<line> of a record without a uuid"],
    ["[input...]", "as for export (default: every project that holds the uuid)"],
  ],
  options: [jsonOption],
  example: "explain 3eb875fe-0b1c-4d6e-9a53-2f1f0c7d9e10 ~/.claude/projects/-home-me-app",
  run: ([uuid, ...inputs], options, io) => {
    // As `search` prints it: the session, and the entry in it.
    const [, session, entry] = /^([^#]+)#([\w-]{4,})$/.exec(uuid!) ?? [];
    return inputs.length === 0 && session !== undefined
      ? runExplain(entry!, [session], options, io)
      : runExplain(uuid!, inputs, options, io);
  },
};

/** `ccdag explain`: shows where an entry is in the tree, which rules decided that, and which records are the evidence. */
async function runExplain(
  uuid: string,
  inputs: readonly string[],
  { json, verbose }: ExplainOptions,
  io: CommandIo,
): Promise<number> {
  const found: Explanation[] = [];
  for await (const { file } of holders(uuid, inputs, io)) {
    parse(file, io);
    for (const one of createExplainer(file.data.transcript!.sessions)(uuid)) found.push(one);
  }
  if (found.length === 0 && inputs.length === 0) found.push(...(await explainSession(uuid, io)));
  if (found.length === 0) throw unknownUuid(uuid, inputs, io);
  const lines = () => found.flatMap((one) => format(one, verbose ?? false));
  await io.stdout(json ? toJson(found, 2) : `${lines().map(visibleLine).join("\n")}\n`);
  return exit.done;
}

/** Where the first entry of a session went; nothing if there is no such session. */
async function explainSession(id: string, io: CommandIo): Promise<Explanation[]> {
  const sources = await locateAll([id], io, { hasEntry: true }).catch(() => []);
  const session = sources[0]?.session;
  if (session === undefined) return [];
  const { file } = await load(sources, io);
  const threads = threadsIn(parse(file, io));
  const thread = threads.find((one) => one.type === "session" && one.sessionId === session);
  const first = thread?.children.find((child) => child.type === "message");
  return first?.uuid === undefined ? [] : createExplainer(file.data.transcript!.sessions)(first.uuid);
}

function unknownUuid(uuid: string, inputs: readonly string[], io: CommandIo): RequestError {
  const where = inputs.join("`, `") || (uuid.includes(".jsonl:") ? "." : io.roots.join("`, `"));
  if (/^[\w-]{1,7}$/.test(uuid))
    return new RequestError(
      `Unexpected uuid \`${uuid}\`, expected at least eight characters of a uuid in \`${where}\``,
    );
  return new RequestError(`Unexpected uuid \`${uuid}\`, expected the uuid of a record in \`${where}\``);
}

/** The input to search: the given path, else the file named in `<path>:<line>`, else every project that contains the uuid. */
async function* holders(uuid: string, inputs: readonly string[], io: CommandIo) {
  const file = /^(.+\.jsonl):\d+$/.exec(uuid)?.[1];
  const named = inputs.length === 0 && file !== undefined ? [file] : inputs;
  if (named.length > 0) yield await load(await locateAll(named, io), io, [uuid]);
  else yield* loadHolders(uuid, io);
}

/** Number of forks above an entry that are shown without `-v`: in a long turn there may be many. */
const maxForks = 4;

function format(explanation: Explanation, isVerbose: boolean): string[] {
  const { path, line, kind, statements } = explanation;
  const sides = statements.filter(({ says }) => says === "in-side");
  const shown = isVerbose ? statements : statements.filter((one) => !sides.slice(maxForks).includes(one));
  const lines = shown.map((statement) => {
    const page = isVerbose && statement.rule !== undefined ? ` ${pageOf(statement.rule)}` : "";
    return `  ${wording(statement, explanation)}${page}`;
  });
  if (shown.length < statements.length) lines.push(`  and ${statements.length - shown.length} forks further up (-v)`);
  return [`${path}:${line}  ${kind}`, ...lines];
}
