/** What a reader finds in a text. */
export interface Reading {
  /** What is seen, in its order, as one text. */
  readonly text: string;
  /** Pieces of it, in their order: where each begins, and in what it stands, from outside. */
  readonly pieces: ReadonlyArray<{ readonly at: number; readonly path: string }>;
  /** Places that links may lead to, in their order. */
  readonly anchors: ReadonlyArray<{ readonly at: number; readonly name: string }>;
  /** Where links lead that stay in the document: names of places. */
  readonly links: readonly string[];
  /** How often each element is there, and what about it a browser would run. */
  readonly elements: ReadonlyMap<string, number>;
  /** What would run, or be loaded, when somebody opens it. */
  readonly dangers: readonly string[];
  /** Values of attributes that say something: addresses, titles. */
  readonly said: readonly string[];
}

/** In what the words at a place stand. */
export function pathAt({ pieces }: Reading, at: number): string {
  return pieces[lastBefore(pieces, at)]?.path ?? "";
}

/** The place that a link to these words would lead to: the last one before them, or so many behind that. */
export function anchorAt({ anchors }: Reading, at: number, behind = 0): string | undefined {
  return anchors[lastBefore(anchors, at) + behind]?.name;
}

/** The index of the last of some that begins here or before; -1 where none does. */
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
