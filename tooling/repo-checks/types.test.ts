import { describe, expect, it } from "vitest";
import { duplicateTypes, duplicateTypesHere } from "./types.mjs";

describe("exported types", () => {
  it("of one name in two files are named, with both files", () => {
    const sources = [
      ["packages/b/src/b.ts", "export type Rendered = string;\n"],
      ["packages/a/src/a.ts", "/** One. */\nexport interface Rendered {}\nexport class Frame {}\n"],
      ["apps/c/src/c.ts", "export declare abstract class Frame {}\ninterface Own {}\nexport enum Only {}"],
    ] as const;
    expect(duplicateTypes(sources)).toEqual([
      "Frame is exported by apps/c/src/c.ts and packages/a/src/a.ts",
      "Rendered is exported by packages/a/src/a.ts and packages/b/src/b.ts",
    ]);
  });

  it("that are not exported, or exported again, are not counted", () => {
    const sources = [
      ["a.ts", "export interface Options {}\ntype Local = 1;"],
      ["b.ts", 'export type { Options } from "./a.ts";\ntype Local = 2;\nexport const Options = 1;'],
    ] as const;
    expect(duplicateTypes(sources)).toEqual([]);
  });

  it("of the project have different names", () => {
    expect(duplicateTypesHere()).toEqual([]);
  });
});
