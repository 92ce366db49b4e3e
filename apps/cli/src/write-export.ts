import { basename, dirname, join, resolve } from "node:path";
import { targetOf } from "@ccdag/keep/write";
import type { Exported, Layout } from "@ccdag/pipeline";
import { RequestError } from "@ccdag/pipeline/tables";
import { toWritten, writeDocument } from "@ccdag/site/folder";
import type { CommandIo } from "./io.ts";
import { isFolder } from "./output.ts";

/** The layout of an export, which depends on the output: stdout, a file, or a folder. */
export async function layoutOf(output: string | undefined, cwd: string): Promise<Layout> {
  if (output === undefined || output === "-") return { kind: "document" };
  if (output === "") throw new RequestError("Unexpected empty name after --output, expected a file or a folder");
  const path = resolve(cwd, output);
  if (await isFolder(output, path)) return { kind: "folder" };
  return (await targetOf(path)).isStream ? { kind: "document" } : { kind: "document", name: basename(path) };
}

/**
 * Write the documents of an export.
 *
 * @param exported the export.
 * @param layout the layout of the export; a folder is written by `FolderExport`.
 * @param output as typed.
 * @param io the environment of the run.
 * @returns a summary of what was written; absent for stdout.
 * @throws RequestError if the export has several documents and the output is stdout.
 */
export async function writeExport(
  exported: Exported,
  layout: Exclude<Layout, { kind: "folder" }>,
  output: string | undefined,
  io: CommandIo,
): Promise<string | undefined> {
  if (output === undefined || output === "-") {
    for (const piece of inLargePieces(onlyText(exported))) await io.stdout(piece);
    return undefined;
  }
  const path = resolve(io.cwd, output);
  if (layout.kind === "document" && layout.name === undefined) {
    await io.writer.write(path, onlyText(exported));
    return output;
  }
  const agents = exported.documents.length - 1;
  const parts = await writeAll(exported, dirname(path), io, basename(path));
  if (agents > 0) return `${output} and ${agents} ${agents === 1 ? "agent" : "agents"}`;
  return parts === 1 ? output : `${output} and ${parts - 1} more, .part2${parts > 2 ? ` to .part${parts}` : ""}`;
}

/** How long a piece for stdout is, about, in characters: each is waited for. */
const pieceLength = 500_000;

function* inLargePieces(pieces: Iterable<string | Uint8Array>): Generator<string> {
  let text = "";
  for (const piece of pieces) {
    if (typeof piece !== "string")
      throw new RequestError("Expected a file or a folder/ after --output, because this format is no text");
    text += piece;
    if (text.length < pieceLength) continue;
    yield text;
    text = "";
  }
  yield text;
}

/** The text of an export for stdout, a pipe or a device, which take one text. */
function onlyText({ documents, render }: Exported): Iterable<string | Uint8Array> {
  const { texts, pieces, assets } = render(documents[0]!, true);
  const [text = "", ...others] = texts;
  if (assets.length > 0)
    throw new RequestError(
      `Expected a file after --output, because the document has ${assets.length} more files (images or long outputs)`,
    );
  if (others.length > 0)
    throw new RequestError(
      `Expected a file after --output, --budget none or a lower --detail, because the document has ${others.length + 1} parts`,
    );
  return pieces ?? [text];
}

/** Write all documents; returns the number of parts of the last one. `named` is the one whose name the user typed. */
async function writeAll(exported: Exported, folder: string, { writer }: CommandIo, named?: string): Promise<number> {
  let parts = 0;
  for (const document of exported.documents)
    parts = await writeDocument(join(folder, document.name), toWritten(exported, document), {
      writer,
      isNamed: document.name === named,
    });
  return parts;
}
