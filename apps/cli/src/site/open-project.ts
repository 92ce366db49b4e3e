import type { Reference, Root, Session } from "@ccdag/ccast";
import type { FileAsset } from "@ccdag/mdast";
import { ccdag, ccdagDetail, ccdagSelect, type DetailOptions } from "@ccdag/processor";
import type { HastOptions, IndexSession } from "@ccdag/render-html";
import type { VFile } from "vfile";
import { takeApart } from "../apart.ts";
import { type ExportDocument, linksBetween, onPage } from "../documents.ts";
import type { UserConfig } from "../plugins/user-config.ts";
import { parse, transform } from "../plugins/work.ts";
import { uniqueNames } from "../unique-names.ts";
import type { Redaction } from "../redaction.ts";
import { render } from "../render.ts";
import { loadRenderer } from "../renderer.ts";
import { partPath } from "../write-document.ts";
import { rowsOf } from "./rows.ts";

/** How the pages of a site are told. */
export interface PageOptions extends DetailOptions {
  /** What must not be told, and who looks. */
  readonly redaction?: Redaction | undefined;
  /** Plugins and settings of the user. */
  readonly config?: UserConfig | undefined;
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

/** The pages of one session, and the files that belong to them. */
interface RenderedSession {
  /** By their names; the first one is called as the document. */
  readonly pages: ReadonlyMap<string, string>;
  readonly assets: readonly FileAsset[];
}

/** A project that was read. Its sessions are told one by one, when they are wanted. */
export interface OpenProject {
  /** Where the client ran. */
  readonly title: string | undefined;
  /** What an index says of the sessions, in reading order. */
  readonly sessions: readonly IndexSession[];
  /** The names of the first page of each session. */
  readonly names: readonly string[];
  /** Tell a session, by the name of its first page. */
  readonly render: (name: string) => RenderedSession;
}

/**
 * Read a project for pages: one document for each session, which may be several pages.
 *
 * @param file the files of the project.
 * @param session the one session that is told, with what leaves from it; nothing when all are.
 */
export async function openProject(
  file: VFile,
  session: string | undefined,
  options: PageOptions,
): Promise<OpenProject> {
  const renderer = await loadRenderer({ name: "html" }, { cwd: file.cwd, config: options.config });
  const tree = await readTree(file, session, options);
  const { rest, apart } = takeApart(tree, (line) => line.type === "session" && !tree.children.includes(line));
  const nodes = [...rest.children, ...apart].filter((node): node is Session => node.type === "session");
  const nameOf = uniqueNames(".html");
  const documents = nodes.map((node): ExportDocument => ({ name: nameOf(`session-${node.sessionId}`), node }));
  const order = new Map(documents.map(({ name }, at) => [name, at]));
  const linksFrom = linksBetween(documents);
  /** On which page each anchor of a session is. */
  const places = new Map<string, ReadonlyMap<string, number>>();

  function renderSession(name: string): RenderedSession {
    const document = documents[order.get(name)!]!;
    const href = linksFrom(document);
    const addressOf = (reference: Reference) => {
      const page = href(reference);
      // What leaves from here is told later, and begins on its first page; what this continues has been told.
      if (page === undefined || order.get(page)! > order.get(name)!) return page;
      if (!places.has(page)) renderSession(page);
      return onPage(page, reference, places.get(page));
    };
    const pageName = (page: number) => partPath(name, page);
    const { limit, budget, index, live, memory } = options;
    const given = { limit, budget, index, live, memory, pageName, href: addressOf, images: "files", outputs: "files" };
    const root: Root = { type: "root", children: [document.node as Session] };
    const rendered = render(root, file, renderer, given);
    places.set(name, rendered.places ?? new Map());
    return { pages: new Map(rendered.texts.map((text, at) => [pageName(at + 1), text])), assets: rendered.assets };
  }

  return {
    title: nodes.find(({ cwd }) => cwd !== undefined)?.cwd,
    sessions: rowsOf(tree, namesBy(documents)),
    names: documents.map(({ name }) => name),
    render: renderSession,
  };
}

/** The page of a session in reading order: two sessions may have one id. */
function namesBy(documents: readonly ExportDocument[]): (session: Session) => string {
  const names = new Map<string, string[]>();
  for (const { name, node } of documents) {
    const { sessionId } = node as Session;
    names.set(sessionId, [...(names.get(sessionId) ?? []), name]);
  }
  return ({ sessionId }) => {
    const own = names.get(sessionId)!;
    return own.length > 1 ? own.shift()! : own[0]!;
  };
}

async function readTree(
  file: VFile,
  session: string | undefined,
  { redaction, config, detail, thinking, tools }: PageOptions,
): Promise<Root> {
  const selected = ccdag().use(ccdagSelect, { session });
  if (config) selected.use([...config.plugins]);
  const tree = await transform(parse(file, { config }), file, { config }, selected);
  const transforms = ccdag();
  if (redaction) transforms.use(redaction.plugin, redaction.options);
  return transform(tree, file, {}, transforms.use(ccdagDetail, { detail, thinking, tools }));
}
