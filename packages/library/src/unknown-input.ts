import { basename } from "node:path";
import { distance } from "fastest-levenshtein";
import { RequestError } from "@ccdag/pipeline/tables";
import { table } from "@ccdag/report";
import { allRows } from "./all-rows.ts";
import { projectsOf } from "./projects.ts";
import { nearest } from "@ccdag/config";
import { formatMinute, type Zone } from "@ccdag/mdast/time";
import type { LibraryIo } from "./library-io.ts";
import type { Candidate } from "./input-steps.ts";

/** An input that means several things. */
export class AmbiguousInput extends RequestError {
  /** What it may mean, the newest first, each with its session if that is known. */
  readonly candidates: readonly Candidate[];

  /**
   * @param input as typed.
   * @param candidates what it may mean.
   * @param zone whose days and hours the list of them is in.
   */
  constructor(input: string, candidates: readonly Candidate[], zone: Zone) {
    const isProject = candidates.every(({ source }) => source.session === undefined);
    const what = isProject ? "projects" : "sessions";
    const message = `\`${input}\` matches ${candidates.length} ${what}; type more of the name or id`;
    const head = isProject ? ["  PROJECT"] : ["  SESSION", "PROJECT", "LAST", "TITLE"];
    const lines = candidates.slice(0, maxListed).map((one) => cellsOf(one, zone));
    const more = candidates.length > maxListed ? `  and ${candidates.length - maxListed} more\n` : "";
    super(message, `${table([head, ...lines])}${more}`);
    this.candidates = candidates;
  }
}

/** How many candidates are listed. */
const maxListed = 12;

function cellsOf({ source: { session, folder }, row }: Candidate, zone: Zone): string[] {
  if (session === undefined) return [`  ${basename(folder)}`];
  return [`  ${session}`, basename(folder), row?.to === undefined ? "" : formatMinute(row.to, zone), row?.title ?? ""];
}

/** The error for an input that means several things. */
export async function ambiguousInput(
  input: string,
  candidates: readonly Candidate[],
  io: LibraryIo,
): Promise<AmbiguousInput> {
  const isUnknown = candidates.some(({ source, row }) => source.session !== undefined && row === undefined);
  const { rows } = isUnknown ? await allRows(io) : { rows: [] };
  const known = candidates.map(({ source, row }) => ({
    source,
    row: row ?? rows.find(({ id }) => id === source.session),
  }));
  known.sort((a, b) => (b.row?.to ?? 0) - (a.row?.to ?? 0));
  return new AmbiguousInput(input, known, io.zone);
}

/** The error for an input that means nothing, with the nearest name of a project or a session. */
export async function unknownInput(input: string, io: LibraryIo): Promise<RequestError> {
  const projects = (await projectsOf(io)).map(({ name }) => name);
  const { rows } = await allRows(io);
  const names = [
    ...projects,
    ...rows.flatMap(({ id, title, cwd }) => [id, title, cwd === undefined ? "" : basename(cwd)]),
    "latest",
  ];
  const near = nearName(input, names);
  const hint = near === undefined ? "`ccdag ls` lists all sessions" : `did you mean \`${near}\`?`;
  return new RequestError(
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
