/** The path of a part of a document: `talk.md`, `talk.part2.md`; parts are counted from 1. */
export function partPath(path: string, part: number): string {
  return part === 1 ? path : path.replace(/(\.[^./\\]*)?$/, (ending) => `.part${part}${ending}`);
}

/** The path of the first part of a document, of which this is one: the reverse of {@link partPath}. */
export function firstPart(path: string): string {
  return path.replace(/\.part\d+(?=(?:\.[^./\\]*)?$)/, "");
}
