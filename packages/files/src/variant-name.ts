import { mainPathOf } from "@ccdag/core";
import { plainName } from "./is-transcript.ts";

/**
 * The path of the file that a path names a variant of: `a.jsonl` for `a.jsonl`, `a~2.jsonl` and `a~2.jsonl.gz`. An archive
 * keeps a file that was rewritten beside the older one, with a number.
 *
 * @param path with `/`; also one without a number.
 * @returns the path without the number, and without the ending of a compressed transcript.
 */
export function baseOfVariant(path: string): string {
  return mainPathOf(plainName(path));
}

/**
 * The path of a variant: `a~2.jsonl` for `a.jsonl` and 2.
 *
 * @param base the path without a number, see {@link baseOfVariant}.
 * @param number 2 or more.
 */
export function variantOf(base: string, number: number): string {
  const at = /(?:\.meta)?\.\w+$/.exec(base)?.index ?? base.length;
  return `${base.slice(0, at)}~${number}${base.slice(at)}`;
}
