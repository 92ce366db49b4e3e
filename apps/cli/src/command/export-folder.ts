import { join } from "node:path";
import { type Reference, type Root, type Session, uuidsOf, walk } from "@ccdag/ccast";
import { hideOutside } from "@ccdag/processor";
import type { Pluggable } from "unified";
import type { VFile } from "vfile";
import { writeAtomically } from "../output.ts";
import type { Renderer } from "../renderer.ts";
import { render } from "../render.ts";
import { writeIndex } from "./export-index.ts";

/**
 * Write one document for each root session, and an index of the session tree. Links between documents lead to the
 * message in the other file.
 *
 * @returns how many documents were written, the index among them.
 */
export async function writeFolder(tree: Root, file: VFile, folder: string, renderer: Renderer): Promise<number> {
  const roots = tree.children.filter((node): node is Session => node.type === "session");
  const names = nameDocuments(roots, renderer.ending);
  const home = homeOf(roots);
  for (const root of roots) {
    const href = (reference: Reference) => {
      const other = home.get(reference.uuid);
      return other === undefined || other === root ? undefined : names.get(other);
    };
    const part: Root = { type: "root", children: [root] };
    const text = render(part, withLedger(file, tree, root), withHref(renderer.plugin, href));
    await writeAtomically(join(folder, names.get(root)!), text);
  }
  await writeAtomically(join(folder, `index${renderer.ending}`), writeIndex(roots, names, renderer.name));
  return roots.length + 1;
}

/** A preset has its options in itself. */
function withHref(plugin: Pluggable, href: (reference: Reference) => string | undefined): Pluggable {
  return typeof plugin === "function" ? ([plugin, { href }] as Pluggable) : plugin;
}

/** `session-<id>.md`; a second session of the same id gets a number. */
function nameDocuments(roots: readonly Session[], ending: string): Map<Session, string> {
  const taken = new Map<string, number>();
  return new Map(
    roots.map((root) => {
      const safe = root.sessionId.replace(/[^\w.-]/g, "-");
      const count = (taken.get(safe) ?? 0) + 1;
      taken.set(safe, count);
      return [root, `session-${safe}${count > 1 ? `-${count}` : ""}${ending}`];
    }),
  );
}

function homeOf(roots: readonly Session[]): Map<string, Session> {
  const home = new Map<string, Session>();
  for (const root of roots)
    walk(root, (node) => {
      for (const uuid of uuidsOf(node)) home.set(uuid, root);
    });
  return home;
}

/** The account of one document: what stands in the others is hidden here. */
function withLedger(file: VFile, tree: Root, root: Session): VFile {
  const { ledger } = file.data;
  if (!ledger) return file;
  const data = { ...file.data, ledger: hideOutside(tree, [root], ledger) };
  return Object.assign(Object.create(file) as VFile, { data });
}
