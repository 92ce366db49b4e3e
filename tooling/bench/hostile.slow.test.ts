import { beforeAll, describe, expect, it } from "vitest";
import { bounds, measure, warmUp } from "./hostile-measure.mjs";
import { hostileUnits } from "./hostile-units.mjs";

const formats = ["html", "github", "obsidian"];
/** One unit of three, which is every kind of them; `pnpm bench hostile` measures all. */
const units = [...hostileUnits].filter((_, at) => at % 3 === 0);

beforeAll(() => warmUp(formats));

describe("hostile text takes at most 50 ms of processor time per kB, and its time grows with its length", () => {
  it("there are at least sixty hostile texts", () => expect(hostileUnits.size).toBeGreaterThanOrEqual(60));

  it.each(units)("%s", async (_, unit) => {
    for (const format of formats) {
      // Another process, or a collection of garbage, makes a run slower, and none faster: the best of three counts.
      let [middle, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      const isWithin = () =>
        middle <= 36 * bounds.perKilobyte &&
        large <= 100 * bounds.perKilobyte &&
        (large <= bounds.noise || large <= bounds.growth * middle);
      for (let time = 0; time < 3 && !isWithin(); time++) {
        middle = Math.min(middle, (await measure(unit, 36_000, format)).ms);
        large = Math.min(large, (await measure(unit, 100_000, format)).ms);
      }
      expect({ format, middle, large, isWithin: isWithin() }).toMatchObject({ isWithin: true });
    }
  });
});
