import type { Root } from "@ccdag/ccast";
import { type ExportRequest, exportTree, fittingOptions, loadFormat, readOptions, selectTree } from "@ccdag/pipeline";
import type { Audit, Detector } from "@ccdag/redact";
import type { VFile } from "vfile";
import { formatOf, type ViewOptions } from "./options.ts";
import type { RenderedView } from "./protocol.ts";

/**
 * Export a project as `ccdag export` does.
 *
 * @param file the project.
 * @param tree its tree, read with the default compaction; it is not changed.
 * @param asked the options; those that do not fit the format are omitted.
 * @param detectors detectors of secrets (default: those of `@ccdag/redact`).
 */
export async function renderView(
  file: VFile,
  tree: Root,
  asked: ViewOptions,
  detectors?: readonly Detector[],
): Promise<RenderedView> {
  const { to, session, redact } = asked;
  const renderer = await loadFormat(to);
  const options = readOptions(fittingOptions(asked, renderer), renderer);
  const isRedacted = redact === true || (redact === undefined && renderer.isShared === true);
  const exported = await exportTree(file, {
    renderer,
    options,
    session,
    tree: options.compaction === "root" ? undefined : tree,
    redact: isRedacted ? { detectors } : redact === false ? false : undefined,
    // A frame shares its thread with the page: it shows smaller pages.
    rendererOptions: { budget: renderer.pageBudget && 2_400_000 },
  });
  const { texts, assets } = exported.render(exported.documents[0]!);
  return { to, texts, assets: assets.length, redacted: isRedacted ? inWords(file.data.redaction) : undefined };
}

/** The part of a tree that the options select. */
export async function selectView(file: VFile, tree: Root, asked: ViewOptions): Promise<Root> {
  const options: ExportRequest["options"] = readOptions(asked, formatOf(asked));
  return selectTree(tree, file, { session: asked.session, options });
}

function inWords(audit: Audit | undefined): string {
  if (audit === undefined || audit.total + audit.images === 0) return "nothing found to redact";
  const images = audit.images === 0 ? "" : `, ${audit.images} images omitted`;
  return `${audit.total} places redacted${images}`;
}
