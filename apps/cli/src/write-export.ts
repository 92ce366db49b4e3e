import { basename, dirname, join, resolve } from "node:path";
import type { Session } from "@ccdag/ccast";
import type { Exported, Layout, Renderer } from "@ccdag/pipeline";
import { writeIndex } from "./command/export-index.ts";
import { CallError, type Io } from "./io.ts";
import { isFolder, writeAtomically } from "./output.ts";
import { writeDocument } from "./write-document.ts";

/** The layout of an export, which depends on the output: stdout, a file, or a folder. */
export async function layoutOf(output: string | undefined, cwd: string): Promise<Layout> {
  if (output === undefined || output === "-") return { kind: "document" };
  const path = resolve(cwd, output);
  return (await isFolder(output, path)) ? { kind: "folder" } : { kind: "document", name: basename(path) };
}

/**
 * Write the documents of an export.
 *
 * @param exported the export.
 * @param target the layout and the renderer of the export.
 * @param output as typed.
 * @param io the environment of the run.
 * @returns a summary of what was written; absent for stdout.
 * @throws CallError if the export has several documents and the output is stdout.
 */
export async function writeExport(
  exported: Exported,
  { layout, renderer }: { layout: Layout; renderer: Renderer },
  output: string | undefined,
  io: Io,
): Promise<string | undefined> {
  if (output === undefined || output === "-") return writeToStdout(exported, io);
  const path = resolve(io.cwd, output);
  if (layout.kind === "folder") return `${await writeFolder(exported, renderer, path)} documents in ${output}`;
  const agents = exported.documents.length - 1;
  const parts = await writeAll(exported, dirname(path));
  if (agents > 0) return `${output} and ${agents} ${agents === 1 ? "agent" : "agents"}`;
  return parts === 1 ? output : `${output} and ${parts - 1} more, .part2${parts > 2 ? ` to .part${parts}` : ""}`;
}

async function writeToStdout({ documents, render }: Exported, io: Io): Promise<undefined> {
  const { texts, assets } = render(documents[0]!);
  const [text = "", ...others] = texts;
  if (assets.length > 0)
    throw new CallError(
      `Expected a file after --output or another --images, because the document has ${assets.length} more files`,
    );
  if (others.length > 0)
    throw new CallError(
      `Expected a file after --output, --budget none or a lower --detail, because the document has ${others.length + 1} parts`,
    );
  await io.stdout(text);
}

/** Write all documents, and an index of the session tree. */
async function writeFolder(exported: Exported, renderer: Renderer, folder: string): Promise<number> {
  await writeAll(exported, folder);
  const names = new Map(
    exported.documents.flatMap(({ node, name }) => (isSession(node) ? [[node.sessionId, name] as const] : [])),
  );
  // The index of a renderer plugin is JSON.
  const ending = renderer.path === undefined ? renderer.ending : ".json";
  const index = writeIndex(exported.tree.children.filter(isSession), names, renderer.name);
  await writeAtomically(join(folder, `index${ending}`), index);
  return exported.documents.length + 1;
}

function isSession(node: { type: string }): node is Session {
  return node.type === "session";
}

/** Write all documents; returns the number of parts of the last one. */
async function writeAll({ documents, render }: Exported, folder: string): Promise<number> {
  let parts = 0;
  for (const document of documents) parts = await writeDocument(join(folder, document.name), render(document));
  return parts;
}
