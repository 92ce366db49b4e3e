import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scratch } from "../../../tooling/tests/scratch.ts";
import { assertReadsTree } from "../src/assert-reads-tree.ts";

/** What is said of a plugin whose package has these peers, by a ccdag with a version of the tree. */
async function said(peerDependencies: object | undefined, version: string): Promise<string | undefined> {
  const folder = scratch({ "package.json": JSON.stringify({ name: "p", peerDependencies }), "dist/p.js": "" });
  const path = join(folder, "dist/p.js");
  const error = await assertReadsTree(path, "plugin `p`", version).catch((reason: unknown) => reason as Error);
  return error?.message.replace(path, "p.js");
}

describe("the versions of the tree that a plugin reads (issue 46)", () => {
  it("are a peer dependency: a plugin that reads others is refused in one line", async () => {
    expect(await said({ "@ccdag/ccast": "^9.0.0" }, "0.1.0")).toBe(
      "Cannot use plugin `p` from `p.js`: it reads @ccdag/ccast ^9.0.0, and this is 0.1.0; update the older of both",
    );
  });

  it.each([
    [{ "@ccdag/ccast": "^0.1.0" }, "0.1.4"],
    [{ "@ccdag/ccast": "^0.1.0 || ^1.0.0" }, "1.2.0-next.1"],
    [{ "@ccdag/ccast": ">=0" }, "3.0.0"],
    [{ "@ccdag/ccast": "workspace:^" }, "1.0.0"],
    [{ vitest: "^4.0.0" }, "1.0.0"],
    [undefined, "1.0.0"],
    // A checkout fits every plugin.
    [{ "@ccdag/ccast": "^9.0.0" }, "0.0.0"],
  ])("%j fits %s", async (peers, version) => {
    expect(await said(peers, version)).toBeUndefined();
  });

  it("of a package whose manifest cannot be read are not asked for", async () => {
    const folder = scratch({ "package.json": "{", "p.js": "" });
    await expect(assertReadsTree(join(folder, "p.js"), "plugin `p`", "1.0.0")).resolves.toBeUndefined();
  });
});
