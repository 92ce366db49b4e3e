import type { BlockContent, Root, RootContent } from "mdast";

/** How long a text may become that is returned as a whole, in characters. */
const maxWhole = 16_000_000;

/**
 * Join the pieces of a text, or leave a long one in pieces: as a whole it may be longer than a string can be.
 *
 * @param make makes the pieces.
 * @param leave gets a function that makes the pieces, each time it is called, if the text is long.
 * @returns the text; empty if it was left.
 */
export function joinOrLeave(make: () => Generator<string>, leave: (pieces: () => Iterable<string>) => void): string {
  const begun: string[] = [];
  const making = make();
  let length = 0;
  for (let next = making.next(); next.done !== true; next = making.next()) {
    begun.push(next.value);
    length += next.value.length;
    if (length <= maxWhole) continue;
    let first: Iterable<string> | undefined = continued(begun, making);
    leave(() => {
      const pieces = first ?? make();
      first = undefined;
      return pieces;
    });
    return "";
  }
  return begun.join("");
}

function* continued(begun: readonly string[], making: Generator<string>): Generator<string> {
  yield* begun;
  yield* making;
}

/** Stands for the rest of a document, so that what is between the two is rendered, too. */
const rest: RootContent = { type: "paragraph", children: [{ type: "text", value: "rest" }] };

/**
 * Render a document of which a few blocks are there at a time. What is between two blocks depends on both: a piece ends before a
 * heading or a paragraph, which every block is set apart from in the same way.
 *
 * @param lists the blocks of the document, in order.
 * @param render renders a document.
 * @returns the pieces; joined they are what rendering the whole document gives.
 */
export function* renderPieces(
  lists: Iterable<readonly BlockContent[]>,
  render: (document: Root) => string,
): Generator<string> {
  let open: RootContent[] = [];
  for (const blocks of lists) {
    const at = open.length === 0 ? -1 : blocks.findIndex(({ type }) => type === "heading" || type === "paragraph");
    for (const block of at === -1 ? blocks : blocks.slice(0, at)) open.push(block);
    if (at === -1) continue;
    open.push(rest);
    yield render({ type: "root", children: open }).slice(0, -"rest\n".length);
    open = blocks.slice(at);
  }
  yield render({ type: "root", children: open });
}
