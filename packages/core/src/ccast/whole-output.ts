import type { Entry, RawBlock } from "../entry/entry.ts";
import { isObject, toBlocks } from "../entry/parse-records.ts";
import { openTag } from "../entry/tag.ts";

/** The text that the client writes instead of an output that is too large for the transcript. */
const note = new RegExp(`^${openTag("persisted-output")}\\n[^\\n]{0,200}saved to: ([^\\n]{1,1000})`);

/**
 * Find the whole text of an output that the client wrote to a separate file, `<session>/tool-results/<name>` beside the
 * transcript. The recorded path is from the machine that wrote it, so only its end counts.
 *
 * @param block the `tool_result`.
 * @param entry the entry that holds it.
 * @param sidecars the files beside the transcripts, by path.
 * @returns the text; `undefined` if the output is in the transcript or its file is missing.
 */
export function wholeOutput(
  block: RawBlock,
  { raw, location }: Entry,
  sidecars: ReadonlyMap<string, unknown> | undefined,
): string | undefined {
  if (sidecars === undefined || sidecars.size === 0) return undefined;
  const [words] = toBlocks(block["content"]);
  const [, built] = typeof words?.["text"] === "string" ? (note.exec(words["text"]) ?? []) : [];
  const structured = raw["toolUseResult"];
  const recorded = built ?? (isObject(structured) ? structured["persistedOutputPath"] : undefined);
  const [session, folder, name] = typeof recorded === "string" ? recorded.trim().split(/[/\\]/).slice(-3) : [];
  if (!session || folder !== "tool-results" || !name) return undefined;
  const file = `${session}/${folder}/${name}`;
  for (let above = location.path; above !== "";) {
    above = above.slice(0, Math.max(above.lastIndexOf("/", above.length - 2) + 1, 0));
    const found = sidecars.get(`${above}${file}`);
    if (typeof found === "string") return found;
  }
  return undefined;
}
