import type { SourceLocation } from "@ccdag/ccast";
import { byLocation } from "@ccdag/core";

/** Lines in the order of (path, line). */
export function inOrder<T extends SourceLocation>(lines: readonly T[]): T[] {
  return [...lines].sort(byLocation);
}
