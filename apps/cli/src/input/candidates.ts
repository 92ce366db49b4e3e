import { basename } from "node:path";
import { distance } from "fastest-levenshtein";
import { allRows } from "../archive/all-rows.ts";
import { projectsOf } from "../archive/projects.ts";
import type { SessionRow } from "../archive/session-row.ts";
import { CallError, type CommandIo } from "../io.ts";
import { nearest } from "../settings/nearest.ts";
import { table } from "../table.ts";
import { formatMinute } from "../time.ts";
import type { Candidate } from "./steps.ts";
import type { InputSource } from "./source.ts";

/** How many candidates are listed. */
const maxListed = 12;

/** The error for an input that means several things, with a list of them. */
export async function severalCandidates(
  input: string,
  candidates: readonly Candidate[],
  io: CommandIo,
): Promise<CallError> {
  const rows = candidates.some(({ source, row }) => source.session !== undefined && row === undefined)
    ? (await allRows(io)).rows
    : [];
  const known = candidates.map(({ source, row }) => ({
    source,
    found: row ?? rows.find(({ id }) => id === source.session),
  }));
  known.sort((a, b) => (b.found?.to ?? 0) - (a.found?.to ?? 0));
  const lines = known
    .slice(0, maxListed)
    .map(({ source, found }) => [`  ${source.session ?? basename(source.folder)}`, ...cellsOf(source, found, io)]);
  const isProject = candidates.every(({ source }) => source.session === undefined);
  const head = isProject ? ["  PROJECT"] : ["  SESSION", "PROJECT", "LAST", "TITLE"];
  const more = candidates.length > maxListed ? `  and ${candidates.length - maxListed} more\n` : "";
  const what = isProject ? "projects" : "sessions";
  return new CallError(
    `\`${input}\` matches ${candidates.length} ${what}; type more of the name or id`,
    `${table([head, ...lines])}${more}`,
  );
}

function cellsOf(source: InputSource, row: SessionRow | undefined, io: CommandIo): string[] {
  if (source.session === undefined) return [];
  return [basename(source.folder), row?.to === undefined ? "" : formatMinute(row.to, io.zone), row?.title ?? ""];
}

/** The error for an input that means nothing, with the nearest name of a project or a session. */
export async function unknownInput(input: string, io: CommandIo): Promise<CallError> {
  const projects = (await projectsOf(io)).map(({ name }) => name);
  const { rows } = await allRows(io);
  const names = [
    ...projects,
    ...rows.flatMap(({ id, title, cwd }) => [id, title, cwd === undefined ? "" : basename(cwd)]),
    "latest",
  ];
  const near = nearName(input, names);
  const hint = near === undefined ? "`ccdag ls` lists all sessions" : `did you mean \`${near}\`?`;
  return new CallError(
    `Unexpected input \`${input}\`, expected a path, or a project or session in \`${io.roots.join("`, `")}\`; ${hint}`,
  );
}

/** The name that is nearest to a text, whatever its case; absent if none is near. */
function nearName(text: string, names: readonly string[]): string | undefined {
  const bySmall = new Map(names.toReversed().map((name) => [name.toLowerCase(), name]));
  const small = text.toLowerCase();
  const near = nearest(small, [...bySmall.keys()]);
  return distance(small, near) <= Math.max(1, Math.floor(text.length / 3)) ? bySmall.get(near) : undefined;
}
