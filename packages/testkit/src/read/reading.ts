/** The parsed output of a renderer. */
export interface Reading {
  /** The visible text, in order. */
  readonly text: string;
  /** The pieces of the text, in order: where each begins, and the names of the elements around it. */
  readonly pieces: ReadonlyArray<{ readonly at: number; readonly path: string }>;
  /** The anchors, in order: their positions in the text, and their names. */
  readonly anchors: ReadonlyArray<{ readonly at: number; readonly name: string }>;
  /** The targets of links within the document: names of anchors. */
  readonly links: readonly string[];
  /** How often each element occurs. */
  readonly elements: ReadonlyMap<string, number>;
  /** What a browser would run or load. */
  readonly dangers: readonly string[];
  /** The values of attributes with text or addresses. */
  readonly attributeValues: readonly string[];
}

/** The names of the elements around a position of the text. */
export function pathAt({ pieces }: Reading, at: number): string {
  return pieces[lastBefore(pieces, at)]?.path ?? "";
}

/** The name of the last anchor before a position of the text, or of a later anchor by an offset. */
export function anchorAt({ anchors }: Reading, at: number, offset = 0): string | undefined {
  return anchors[lastBefore(anchors, at) + offset]?.name;
}

/** The index of the last item at or before a position; -1 where there is none. */
function lastBefore(all: ReadonlyArray<{ readonly at: number }>, at: number): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (all[middle]!.at <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
