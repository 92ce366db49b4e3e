import { join } from "node:path";
import { readRegular } from "@ccdag/keep/write";
import { tables, tablesVersion } from "@ccdag/render-tables";
import { RequestError, toJson } from "@ccdag/pipeline/tables";

/** The name of the list of the files of a format. */
export function listName(format: string): string {
  return `ccdag-${format}.json`;
}

/** The list of all files that runs have written into a folder, for the next run. */
export function writeList(format: string, files: Iterable<string>): string {
  return toJson({ ccdag: { tables: format, schemaVersion: tablesVersion }, files: [...files].sort() }, 1);
}

/**
 * Read which files of a folder are ours.
 *
 * @param folder the folder, absolute.
 * @param format the format, as typed after `--to`.
 * @param ending the ending of its files.
 * @returns the files, relative to the folder; none if there is no list.
 * @throws RequestError if there is a list that ccdag did not write.
 */
export async function readList(folder: string, format: string, ending: string): Promise<ReadonlySet<string>> {
  const path = join(folder, listName(format));
  const text = await readRegular(path);
  if (text === undefined) return new Set();
  const files = filesIn(text, format);
  if (files !== undefined && files.every((file) => isTablePath(file, ending))) return new Set(files);
  throw new RequestError(`Unexpected file \`${path}\`, which ccdag did not write; expected another folder`);
}

function filesIn(text: string, format: string): string[] | undefined {
  try {
    const { ccdag, files } = JSON.parse(text) as { ccdag?: { tables?: unknown }; files?: unknown };
    const isOurs = ccdag?.tables === format && Array.isArray(files) && files.every((one) => typeof one === "string");
    return isOurs ? files : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a path has the form of the names that ccdag chooses: only such files are removed. */
function isTablePath(path: string, ending: string): boolean {
  const table = tables.find(({ name }) => path.startsWith(name));
  if (table === undefined) return false;
  const rest = path.slice(table.name.length);
  return rest === ending || (/^(?:\/(?:project|month)=[\w.%-]+){1,2}\/part-\d+\./.test(rest) && isPart(rest, ending));
}

function isPart(rest: string, ending: string): boolean {
  return rest.slice(rest.lastIndexOf("/part-")).replace(/^\/part-\d+/, "") === ending;
}
