import type { ToolCall } from "@ccdag/ccast";
import type { Tool } from "../types.ts";
import { inputOf, text } from "./input.ts";
import { ofFile } from "./of-file.ts";
import { fileLink } from "./web-links.ts";

/** View of a change to a file, as a diff: the recorded patch, else the texts of the call. */
export const edit: Tool = {
  title: ({ file_path: path, notebook_path: notebook }, _, showPath) => showPath(path) || showPath(notebook),
  view(call, state) {
    const diff = recordedPatch(call) ?? givenEdits(call);
    const result = call.result?.isError || diff === "" ? state.result(call) : [];
    return [
      ...fileLink(call, state),
      ...ofFile(call, state.code("diff", diff)),
      ...(call.result ? result : state.result(call)),
    ];
  },
};

/** `toolUseResult.structuredPatch`: hunks with line numbers. */
function recordedPatch({ result }: ToolCall): string | undefined {
  const { structured } = result ?? {};
  if (typeof structured !== "object" || structured === null || !("structuredPatch" in structured)) return undefined;
  const { structuredPatch: hunks } = structured;
  if (!Array.isArray(hunks) || hunks.length === 0) return undefined;
  return (hunks as Hunk[]).map(toHunk).join("\n");
}

interface Hunk {
  oldStart?: unknown;
  oldLines?: unknown;
  newStart?: unknown;
  newLines?: unknown;
  lines?: unknown;
}

function toHunk(hunk: Hunk): string {
  const { oldStart, oldLines, newStart, newLines } = hunk ?? {};
  const lines = Array.isArray(hunk?.lines) ? (hunk.lines as unknown[]).map(String) : [];
  return [`@@ -${String(oldStart)},${String(oldLines)} +${String(newStart)},${String(newLines)} @@`, ...lines].join(
    "\n",
  );
}

/** The old and new texts of an Edit, or of each of a MultiEdit. */
function givenEdits(call: ToolCall): string {
  const input = inputOf(call);
  const edits = Array.isArray(input["edits"]) ? (input["edits"] as unknown[]) : [input];
  return edits
    .filter((one): one is Record<string, unknown> => typeof one === "object" && one !== null)
    .flatMap(({ old_string: before, new_string: after }) => [...marked("-", text(before)), ...marked("+", text(after))])
    .join("\n");
}

function marked(mark: string, lines: string): string[] {
  return lines === "" ? [] : lines.split("\n").map((line) => mark + line);
}
