import type { Session } from "@ccdag/ccast";
import type { FileAsset } from "@ccdag/mdast";
import { type ExportDocument, exportTree, loadFormat, partPath } from "@ccdag/pipeline";
import type { DetailOptions } from "@ccdag/processor";
import type { HastOptions, IndexSession } from "@ccdag/render-html";
import type { VFile } from "vfile";
import type { UserConfig } from "../plugins/user-config.ts";
import type { Redaction } from "../redaction.ts";
import { rowsOf } from "./rows.ts";

/** How many bytes the content of a page of a site has at most: such pages are read one after the other. */
const pageBudget = 1_200_000;

/** How the pages of a site are told. */
export interface PageOptions extends DetailOptions {
  /** What must not be told, and who looks. */
  readonly redaction?: Redaction | undefined;
  /** Plugins and settings of the user. */
  readonly config?: UserConfig | undefined;
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
  const renderer = await loadFormat("html");
  const { config, redaction, index, live, memory, detail, thinking, tools } = options;
  // What is truncated is a file beside the page: a page is never without a limit.
  const limit = config?.settings["limit"] ?? renderer.defaults?.["limit"];
  const exported = await exportTree(file, {
    renderer,
    session,
    options: { detail, thinking, tools },
    rendererOptions: { limit, budget: pageBudget, index, live, memory, images: "files", outputs: "files" },
    user: config,
    redact: redaction?.options,
    layout: { kind: "site" },
  });
  const documents = new Map(exported.documents.map((document) => [document.name, document]));
  return {
    title: exported.documents.map(({ node }) => (node as Session).cwd).find((cwd) => cwd !== undefined),
    sessions: rowsOf(exported.tree, namesBy(exported.documents)),
    names: [...documents.keys()],
    render(name) {
      const { texts, assets } = exported.render(documents.get(name)!);
      return { pages: new Map(texts.map((text, at) => [partPath(name, at + 1), text])), assets };
    },
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
