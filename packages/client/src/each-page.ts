import type { ClientPageOptions } from "./client-options.ts";
import type { ClientPage } from "./types.ts";

/** The size of the pages of an iteration, and the most that the server sends in one. */
const pageSize = 200;

/** Read one page after another, each when it is asked for. */
export async function* eachPage<Page extends ClientPage, Options extends ClientPageOptions>(
  read: (options: Options) => Promise<Page>,
  options: Options,
): AsyncGenerator<Page, void, undefined> {
  let { cursor } = options;
  do {
    const page = await read({ ...options, limit: options.limit ?? pageSize, cursor });
    yield page;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
