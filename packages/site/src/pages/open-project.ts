import { type Prices, prices as listPrices, type Session } from "@ccdag/ccast";
import { type FileAsset, titleOf } from "@ccdag/mdast";
import { type ExportDocument, exportTree, loadFormat, partPath, type UserPlugins } from "@ccdag/pipeline";
import type { DetailOptions, RootKey } from "@ccdag/processor";
import type { HastOptions, IndexSession } from "@ccdag/render-html";
import type { VFile } from "vfile";
import { type Aliases, type Redaction, rootPlaces } from "@ccdag/library";
import { renderIndex } from "./render-index.ts";
import { rowsOf } from "./index-facts.ts";

/** The maximum size of the content of a page, in bytes. It is lower than for a document, because such pages are read one after another. */
const pageBudget = 1_200_000;

/** Options of the pages of a site. */
export interface PageOptions extends DetailOptions {
  /** The redaction (default: none). */
  readonly redaction?: Redaction | undefined;
  /** The projects that were moved (default: none): an index has their new paths, unless it is redacted. */
  readonly aliases?: Aliases | undefined;
  /** The prices of tokens, of which all costs are made (default: list prices). */
  readonly prices?: Prices | undefined;
  /** Plugins and settings of the user. */
  readonly config?: UserPlugins | undefined;
  /** The address of the index, from a page. */
  readonly index: string;
  /** Whether pages share files with their script and style (default: `false`). */
  readonly sharedFiles?: boolean | undefined;
  /** Keeps converted texts between two renderings of the project. */
  readonly memory?: HastOptions["memory"];
  /** The path of the event stream of a server; absent without a server. */
  readonly live?: string | undefined;
  /** The depth of the headings of messages, for a part of a session (default: that of a whole one). */
  readonly headingDepth?: number | undefined;
}

/** The pages of one session, and the files that belong to them. */
interface RenderedSession {
  /** The text of each page by its name; the first one has the name of the document. */
  readonly pages: ReadonlyMap<string, string>;
  readonly assets: readonly FileAsset[];
  /** Why the session could not be rendered: its only page says so. Absent for one that was rendered. */
  readonly failure?: string | undefined;
}

/** A project that was read. Its sessions are rendered one by one, on request. */
export interface OpenProject {
  /** The working directory of the client. */
  readonly title: string | undefined;
  /** The rows of an index, in reading order. */
  readonly sessions: readonly IndexSession[];
  /** The ids of sessions without a title, by the addresses in their rows. */
  readonly untitled: Readonly<Record<string, string>>;
  /** Where the sessions at the top belong among those of other parts of the project. */
  readonly places: readonly RootKey[];
  /** The names of the first page of each session. */
  readonly names: readonly string[];
  /** Render a session, by the name of its first page. */
  readonly render: (name: string) => RenderedSession;
}

/**
 * Read a project for pages: one document for each session, which may be several pages.
 *
 * @param file the files of the project.
 * @param session the session that is rendered, with the threads that leave from it; absent for all sessions.
 * @param options options of the pages.
 * @param name returns a unique name of a page (default: unique among these files).
 * @throws RequestError if a plugin of the user fails.
 */
export async function openProject(
  file: VFile,
  session: string | undefined,
  options: PageOptions,
  name?: (stem: string) => string,
): Promise<OpenProject> {
  const renderer = await loadFormat("html");
  const { config, redaction, index, live, memory, detail, thinking, tools, sharedFiles, headingDepth } = options;
  const { prices = listPrices } = options;
  // A page always has a limit: the full text of truncated output is in a file beside it.
  const limit = config?.settings?.["limit"] ?? renderer.defaults?.["limit"];
  const exported = await exportTree(file, {
    renderer,
    session,
    options: { detail, thinking, tools },
    rendererOptions: {
      limit,
      listPrices: prices,
      budget: pageBudget,
      index,
      live,
      // What a redacted page names is not what the transcript does.
      commands: redaction === undefined,
      memory,
      headingDepth,
      images: "files",
      outputs: "files",
      sharedFiles,
    },
    user: config,
    redact: redaction?.options,
    layout: { kind: "site", name },
  });
  const placeOf = rootPlaces(exported.whole, file);
  const pageOf = namesBy(exported.documents);
  const untitled: Record<string, string> = {};
  const sessions = rowsOf(
    exported.tree,
    (node) => {
      const page = pageOf(node);
      if (titleOf(node) === "") untitled[page] = node.sessionId;
      return page;
    },
    prices,
  );
  const documents = new Map(exported.documents.map((document) => [document.name, document]));
  return {
    title: exported.documents.map(({ node }) => (node as Session).cwd).find((cwd) => cwd !== undefined),
    sessions,
    untitled,
    places: exported.tree.children.flatMap((node) => (node.type === "session" ? placeOf(node) : [])),
    names: [...documents.keys()],
    render(page) {
      const { texts, assets, failure } = exported.render(documents.get(page)!);
      // Index and other pages link to it all the same.
      if (failure !== undefined)
        return { pages: new Map([[page, renderIndex([], { title: failure })]]), assets, failure };
      return { pages: new Map(texts.map((text, at) => [partPath(page, at + 1), text])), assets };
    },
  };
}

/** Returns the name of the page of each session; call it in reading order, because two sessions may have one id. */
function namesBy(documents: readonly ExportDocument[]): (session: Session) => string {
  const names = new Map<string, string[]>();
  for (const { name, node } of documents) {
    const { sessionId } = node as Session;
    names.set(sessionId, [...(names.get(sessionId) ?? []), name]);
  }
  return ({ sessionId }) => {
    const left = names.get(sessionId)!;
    return left.length > 1 ? left.shift()! : left[0]!;
  };
}
