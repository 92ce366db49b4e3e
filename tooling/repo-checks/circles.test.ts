import { describe, expect, it } from "vitest";
import { circlesIn } from "./circles.mjs";
import { files, isSource, read } from "./files.mjs";

describe("circles of imports", () => {
  it("are found whatever is imported, and each once", () => {
    const texts = {
      "a/one.ts": 'import type { Two } from "./two.ts";\nimport { far } from "../b/far.ts";',
      "a/two.ts": 'import {\n  type Three,\n} from "./three.ts";',
      "a/three.ts": 'export { one } from "./one.ts";',
      "b/far.ts": 'import type { Far } from "./near.ts";',
      "b/near.ts": 'import { far } from "./far.ts";\nimport { one } from "../a/one.ts";',
      "b/alone.ts": 'import { one } from "../a/one.ts";\nimport { out } from "@ccdag/core";',
    };
    expect(circlesIn(new Map(Object.entries(texts)))).toEqual([
      ["a/one.ts", "a/three.ts", "a/two.ts", "b/far.ts", "b/near.ts"],
    ]);
    expect(circlesIn(new Map(Object.entries({ ...texts, "b/near.ts": 'import { far } from "./far.ts";' })))).toEqual([
      ["a/one.ts", "a/three.ts", "a/two.ts"],
      ["b/far.ts", "b/near.ts"],
    ]);
  });

  it("of the sources are few, and none has more than four files", () => {
    const circles = circlesIn(new Map(files.filter(isSource).map((path) => [path, read(path)])));
    expect(circles.filter((circle) => circle.length > 4)).toEqual([]);
    expect(circles.length).toBeLessThanOrEqual(5);
  });
});
