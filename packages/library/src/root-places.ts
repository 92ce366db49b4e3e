import type { Root, Session } from "@ccdag/ccast";
import { type RootKey, rootKeys } from "@ccdag/processor";
import type { VFile } from "vfile";

/**
 * Where the sessions at the top of a part of a project belong among those of other parts.
 *
 * @param whole the tree before the transforms.
 * @param file the files that it was made of.
 * @returns a function that gives the key of a session of the transformed tree; call it in the order of the tree.
 */
export function rootPlaces(whole: Root, { data }: VFile): (session: Session) => RootKey {
  const keys = rootKeys({ tree: whole, sessions: data.transcript!.sessions });
  const left = whole.children.flatMap((node, index) =>
    node.type === "session" ? { id: node.sessionId, key: keys[index]! } : [],
  );
  let next = 0;
  return ({ sessionId }) => {
    // A transform may have removed sessions, and redaction may have changed an id.
    const found = left.findIndex(({ id }, index) => index >= next && id === sessionId);
    if (found === -1) return { isMade: true, id: sessionId };
    next = found + 1;
    return left[found]!.key;
  };
}
