import { maxLimit, type MessagePage, type OrderedPageRequest, type Path, type StoredMessage } from "@ccdag/store";
import { Refusal } from "./envelope.ts";

/** Messages that were read, of a branch or of a session. */
export type Read = MessagePage & Partial<Omit<Path, keyof MessagePage>>;

/** What one read without a limit has in memory. */
export interface ReadShare {
  /** Take so many bytes more. */
  take(bytes: number): void;
}

/** The memory of all reads without a limit: an answer takes several times as many bytes as its texts. */
export class ReadBudget {
  readonly #one: number;
  readonly #all: number;
  #used = 0;

  /**
   * @param one the most bytes of texts in one answer.
   * @param all the most bytes in all that are made at once.
   */
  constructor(one: number = 64 * 1024 * 1024, all: number = 2 * one) {
    this.#one = one;
    this.#all = all;
  }

  /** Run a function that takes bytes, and give them back when it ends. */
  async within<T>(run: (share: ReadShare) => Promise<T>): Promise<T> {
    let own = 0;
    const take = (bytes: number) => {
      if (own + bytes > this.#one)
        throw new Refusal(
          "TOO_LARGE",
          `Unexpected size of the answer, expected at most ${this.#one} bytes: give a limit`,
        );
      if (this.#used + bytes > this.#all) throw new Refusal("UNAVAILABLE", "Too many large reads at once; try again");
      own += bytes;
      this.#used += bytes;
    };
    try {
      return await run({ take });
    } finally {
      this.#used -= own;
    }
  }
}

/**
 * Read all that is left, in pages, so that no more is in memory than may be.
 *
 * @param readPage reads a page.
 * @param first what is asked for, without a limit.
 * @param share what it takes from.
 * @throws Refusal `TOO_LARGE`, `UNAVAILABLE`.
 */
export async function readWhole(
  readPage: (page: OrderedPageRequest) => Promise<Read>,
  first: OrderedPageRequest,
  share: ReadShare,
): Promise<Read> {
  const items: StoredMessage[] = [];
  for (let page = first; ;) {
    const { nextCursor, ...read } = await readPage({ ...page, limit: maxLimit });
    for (const item of read.items) {
      share.take(sizeOf(item));
      items.push(item);
    }
    if (nextCursor === undefined) return { ...read, items };
    page = { ...first, cursor: nextCursor };
  }
}

/** About the characters of a message: those of its texts and of what its parts have beside them. */
function sizeOf({ parts, meta }: StoredMessage): number {
  let size = 200 + JSON.stringify(meta).length;
  for (const part of parts)
    size += (part.text?.length ?? 0) + (part.meta === undefined ? 0 : JSON.stringify(part.meta).length);
  return size;
}
