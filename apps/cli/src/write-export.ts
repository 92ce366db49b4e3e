import { basename, dirname, join, resolve } from "node:path";
import type { Session } from "@ccdag/ccast";
import type { Exported, Layout, Renderer } from "@ccdag/pipeline";
import { writeIndex } from "./command/export-index.ts";
import { CallError, type Io } from "./io.ts";
import { isFolder, writeAtomically } from "./output.ts";
import { writeDocument } from "./write-document.ts";

/** Into which documents an export is divided, by where it goes: stdout, a file, or a folder. */
export async function layoutOf(output: string | undefined, cwd: string): Promise<Layout> {
  if (output === undefined || output === "-") return { kind: "document" };
  const path = resolve(cwd, output);
  return (await isFolder(output, path)) ? { kind: "folder" } : { kind: "document", name: basename(path) };
}

/**
 * Write the documents of an export.
 *
 * @param output as typed.
 * @returns what was written, in words; absent for stdout.
 * @throws CallError where stdout is asked to take several documents.
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
    throw new CallError(`Expected a file after --output for ${assets.length} more files, or another --images`);
  if (others.length > 0)
    throw new CallError(
      `Expected a file after --output for ${others.length + 1} parts, or --budget none, or a lower --detail`,
    );
  await io.stdout(text);
}

/** All documents, and an index of the session tree. */
async function writeFolder(exported: Exported, renderer: Renderer, folder: string): Promise<number> {
  await writeAll(exported, folder);
  const names = new Map(
    exported.documents.flatMap(({ node, name }) => (isSession(node) ? [[node.sessionId, name] as const] : [])),
  );
  // The index of a format that is not ours is data.
  const ending = renderer.path === undefined ? renderer.ending : ".json";
  const index = writeIndex(exported.tree.children.filter(isSession), names, renderer.name);
  await writeAtomically(join(folder, `index${ending}`), index);
  return exported.documents.length + 1;
}

/** @returns how many parts the last document has. */
async function writeAll({ documents, render }: Exported, folder: string): Promise<number> {
  let parts = 0;
  for (const document of documents) parts = await writeDocument(join(folder, document.name), render(document));
  return parts;
}

function isSession(node: { type: string }): node is Session {
  return node.type === "session";
}
