import { describe, expect, it } from "vitest";
import { checks, findFaults, type RendererUnderTest, type Rule } from "./find-faults.ts";
import type { KitOptions } from "./options.ts";

/** Many trees are told, and read again: milliseconds for a machine that has much else to do. */
const timeLimit = 120_000;

/**
 * Tests, for vitest, of what every renderer has to keep: one for each check.
 *
 * @param renderer a unified plugin that sets a compiler for ccast, or a preset with one.
 * @param options how its text is read, and what it leaves out on purpose.
 *
 * @example
 *   conformance(ccdagRenderXyz, { format: "text" });
 */
export function conformance(renderer: RendererUnderTest, options: KitOptions): void {
  describe("a renderer", () => {
    for (const [rule, { promise }] of Object.entries(checks))
      it(
        `${promise} (${rule})`,
        () => expect(findFaults(renderer, options, [rule as Rule]).map(({ reason }) => reason)).toEqual([]),
        timeLimit,
      );
  });
}
