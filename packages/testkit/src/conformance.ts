import { describe, expect, it } from "vitest";
import { checks, findFaults, type RendererUnderTest, type Rule } from "./find-faults.ts";
import type { KitOptions } from "./kit-options.ts";

/** A check renders and parses many trees; the limit suits a busy machine. */
const timeoutMs = 120_000;

/**
 * Define one vitest test for each check in {@link checks}.
 *
 * @param renderer a unified plugin that sets a compiler for ccast, or a preset with one.
 * @param options the format of the output, and what the renderer omits on purpose.
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
        timeoutMs,
      );
  });
}
