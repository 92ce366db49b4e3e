import type { Reference, Root, Session } from "@ccdag/ccast";
import type { FileAsset } from "@ccdag/mdast";
import { ccdag, ccdagDetail, ccdagSelect, type DetailOptions } from "@ccdag/processor";
import renderHtml, { type HastOptions, type IndexSession } from "@ccdag/render-html";
import { highlight } from "@ccdag/render-html/highlight";
import type { VFile } from "vfile";
import { takeApart } from "../apart.ts";
import { type Document, linksBetween, uniqueNames } from "../documents.ts";
import type { Redaction } from "../redaction.ts";
import { partPath } from "../write-document.ts";
import { rowsOf } from "./rows.ts";

/** How the pages of a site are told. */
export interface PageOptions extends DetailOptions {
  /** What must not be told, and who looks. */
  readonly redaction?: Redaction | undefined;
  /** How many characters of one output stand on a page; the whole is a file beside it. */
  readonly limit: number;
  /** How many bytes the content of a page may have. */
  readonly budget: number;
  /** The address of the index, from a page. */
  readonly index: string;
  /** Knows what texts became when the project was told before. */
  readonly memory?: HastOptions["memory"];
  /** Where a server tells which pages have changed; nothing where there is none. */
  readonly live?: string | undefined;
}

/** Takes a file of a project: its name, relative to the folder of the project, and what is in it. */
export type Emit = (name: string, content: string | Uint8Array) => Promise<void> | void;

/**
 * Tell a project as pages: one for each session, several where it is long. Pages come after the files that they lead to.
 *
 * @param file the files of the project.
 * @param session the one session that is told, with what leaves from it; nothing when all are.
 * @param emit takes the pages, and the files that belong to them.
 * @returns what an index says of the project: where the client ran, and its sessions.
 */
export async function tellProject(
  file: VFile,
  session: string | undefined,
  options: PageOptions,
  emit: Emit,
): Promise<{ title: string | undefined; sessions: IndexSession[] }> {
  const tree = await readTree(file, session, options);
  const { rest, apart } = takeApart(tree, (line) => line.type === "session" && !tree.children.includes(line));
  const nodes = [...rest.children, ...apart].filter((node): node is Session => node.type === "session");
  const name = uniqueNames(".html");
  const documents = nodes.map((node): Document => ({ name: name(`session-${node.sessionId}`), node }));
  const linksFrom = linksBetween(documents);
  const pages = new Map<string, string>();
  for (const document of documents) {
    const href = linksFrom(document);
    const { texts, assets } = render(
      document,
      file,
      options,
      (reference) => pages.get(reference.uuid) ?? href(reference),
    );
    for (const { path, bytes } of assets) await emit(path, bytes);
    for (const [at, text] of texts.entries()) {
      const page = partPath(document.name, at + 1);
      // Sessions that continue this one link to the page on which their message is.
      if (texts.length > 1) for (const [, uuid] of text.matchAll(/ id="msg-([^"]+)"/g)) pages.set(uuid!, page);
      await emit(page, text);
    }
  }
  const names = new Map(documents.map(({ node, name: page }) => [(node as Session).sessionId, page]));
  const title = nodes.find(({ cwd }) => cwd !== undefined)?.cwd;
  return { title, sessions: rowsOf(tree, ({ sessionId }) => names.get(sessionId)!) };
}

async function readTree(
  file: VFile,
  session: string | undefined,
  { redaction, detail, thinking, tools }: PageOptions,
): Promise<Root> {
  const transforms = ccdag().use(ccdagSelect, { session });
  if (redaction) transforms.use(redaction.plugin, redaction.options);
  return transforms.use(ccdagDetail, { detail, thinking, tools }).run(ccdag().parse(file), file);
}

/** Pages of one document, and the files that belong to them. */
function render(
  { name, node }: Document,
  file: VFile,
  { limit, budget, index, live, memory }: PageOptions,
  href: (reference: Reference) => string | undefined,
): { texts: readonly string[]; assets: readonly FileAsset[] } {
  const pageName = (page: number) => partPath(name, page);
  const given = {
    limit,
    budget,
    index,
    live,
    href,
    pageName,
    highlight,
    memory,
    images: "files",
    outputs: "files",
  } as const;
  delete file.data.parts;
  delete file.data.assets;
  const root: Root = { type: "root", children: [node as Session] };
  const text = ccdag().use(renderHtml, given).stringify(root, file);
  return { texts: file.data.parts ?? [text], assets: file.data.assets ?? [] };
}
