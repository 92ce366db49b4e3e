import { sessionIdOf } from "@ccdag/core";
import { toProject } from "@ccdag/files/memory";
import { exportTree, loadFormat } from "@ccdag/pipeline";
import type { Store } from "@ccdag/store";
import { filesOfSession, recordedId } from "./stored-files.ts";

/**
 * Render the conversation of a session.
 *
 * @param store the store.
 * @param sessionId the id of the session.
 * @param format a format of `@ccdag/pipeline`.
 * @param leafId the message at whose end the conversation ends (default: all branches are rendered).
 */
export async function sessionDocument(
  store: Store,
  sessionId: string,
  format: string,
  leafId: string | undefined,
): Promise<string> {
  const session = await store.session(sessionId);
  const leaf = leafId === undefined ? undefined : await nameOf(store, session.id, leafId);
  const stored = await filesOfSession(store, session);
  const files = await Promise.all(stored.map(async ({ path, read }) => ({ path, value: await read() })));
  const own = files.find(({ path }) => sessionIdOf(path) === session.id);
  const request = {
    renderer: await loadFormat(format),
    options: leaf === undefined ? {} : { leaf },
    session: own === undefined ? undefined : session.id,
  };
  const exported = await exportTree(toProject(files), request);
  return exported.documents.flatMap((document) => exported.render(document).texts).join("");
}

/** How its transcript calls a message. */
async function nameOf(store: Store, session: string, leafId: string): Promise<string> {
  const { items } = await store.path(session, { leafId, limit: 1, timeDesc: true });
  const { id, meta } = items[0]!;
  return recordedId(meta) ?? id;
}
