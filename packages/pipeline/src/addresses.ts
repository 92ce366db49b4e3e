import type { Reference } from "@ccdag/ccast";
import type { FileAsset } from "@ccdag/mdast";
import { addressOf, type ExportDocument, findHomes, linkedFrom } from "./documents.ts";
import { partPath } from "./part-path.ts";
import type { ExportRequest } from "./request.ts";

/** Options of a renderer that depend on where its document is. */
export interface DocumentAddresses {
  /** Returns the address of an entry in another document; absent if no other document contains it. */
  readonly href?: ((reference: Reference) => string | undefined) | undefined;
  /** Entries that other documents link to. */
  readonly linked?: readonly string[] | undefined;
  /** The name of each page, counted from 1. */
  readonly pageName?: ((page: number) => string) | undefined;
}

/** Links between the documents of an export, and the names of their pages. */
export class Addresses {
  readonly #documents: readonly ExportDocument[];
  readonly #request: ExportRequest;
  readonly #render: (document: ExportDocument) => RenderedDocument;
  readonly #positions: ReadonlyMap<ExportDocument, number>;
  readonly #places = new Map<ExportDocument, RenderedDocument["places"]>();
  #homes: ReturnType<typeof findHomes> | undefined;
  #linked: ReturnType<typeof linkedFrom> | undefined;

  /** @param render renders a document whose pages a link needs; it calls {@link add}. */
  constructor(
    documents: readonly ExportDocument[],
    request: ExportRequest,
    render: (document: ExportDocument) => RenderedDocument,
  ) {
    this.#documents = documents;
    this.#request = request;
    this.#render = render;
    this.#positions = new Map(documents.map((document, at) => [document, at]));
  }

  /** Remember on which pages the anchors of a document are. */
  add(document: ExportDocument, { places }: RenderedDocument): void {
    this.#places.set(document, places);
  }

  /** The options for a document. */
  of(document: ExportDocument): DocumentAddresses {
    return { ...this.#linksOf(document), ...this.#pagesOf(document) };
  }

  /** Links to other documents: none for a single document. */
  #linksOf(document: ExportDocument): DocumentAddresses {
    const { kind } = this.#request.layout ?? { kind: "document" };
    if (kind === "document" && this.#documents.length === 1) return {};
    this.#homes ??= findHomes(this.#documents);
    const href = (reference: Reference) => this.#hrefOf(document, reference);
    // Every entry of a site page is an anchor anyway.
    if (kind === "site") return { href };
    this.#linked ??= linkedFrom(this.#documents);
    return { href, linked: this.#linked(document) };
  }

  #pagesOf({ name }: ExportDocument): DocumentAddresses {
    if (this.#request.renderer.pageBudget === undefined || name === "") return {};
    const fileName = name.slice(name.lastIndexOf("/") + 1);
    return { pageName: (page) => encodeURIComponent(partPath(fileName, page)) };
  }

  /**
   * The address of an entry in another document. An earlier document is rendered first, to find the page of the entry; a
   * link to a later document leads to its first page.
   */
  #hrefOf(from: ExportDocument, reference: Reference): string | undefined {
    const to = this.#homes!(reference);
    if (to === undefined || to === from) return undefined;
    const isEarlier = this.#positions.get(to)! < this.#positions.get(from)!;
    if (isEarlier && !this.#places.has(to)) this.#render(to);
    return addressOf(from.name, to.name, reference, isEarlier ? this.#places.get(to) : undefined);
  }
}

/** A rendered document. */
export interface RenderedDocument {
  /** The text; several for a document that is divided into parts. */
  readonly texts: readonly string[];
  /**
   * The only text, made piece by piece while it is read; then `texts` is empty. Only if pieces were asked for, or if the content
   * is no text.
   */
  readonly pieces?: Iterable<string | Uint8Array> | undefined;
  /** Files that belong to it. */
  readonly assets: readonly FileAsset[];
  /** The page of each anchor, counted from 1; absent for a document of one page. */
  readonly places?: ReadonlyMap<string, number> | undefined;
  /** Why there is no text; absent for a document that was rendered. */
  readonly failure?: string | undefined;
}
