import { audit, leaves, type Root, walk } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { ccdag, ccdagSelect, type SelectOptions } from "../src/index.ts";
import { project } from "./fixtures.ts";

/** Select, and audit the result. */
async function select(options: SelectOptions) {
  const file = project();
  const whole = ccdag().parse(file);
  const tree = (await ccdag().use(ccdagSelect, options).run(whole, file)) as Root;
  return { tree, whole, findings: audit(tree, file.data.ledger!), file };
}

describe("ccdagSelect", () => {
  const ends = leaves(ccdag().parse(project()));

  it("is tested with several leaves", () => expect(ends.length).toBeGreaterThan(5));

  const unique = ends.filter(({ uuid }) => ends.filter((other) => other.uuid === uuid).length === 1);
  it.each(unique)(
    "the path to $uuid holds the leaf, no other one, and the account balances",
    async ({ uuid, depth }) => {
      const { tree, findings } = await select({ leaf: uuid });
      expect(findings).toEqual([]);
      // A session that the path continues ends where the path leaves it.
      expect(leaves(tree).at(-1)).toMatchObject({ uuid, depth });
      expect(JSON.stringify(tree).match(/"type":"branch"/g)?.length ?? 0).toBe(0);
    },
  );

  it.each(ends.flatMap(({ branch }) => branch ?? []))("the branch %s is kept with the path to it", async (branch) => {
    const { tree, findings } = await select({ branch });
    expect(findings).toEqual([]);
    const branches: string[] = [];
    walk(tree, (node) => void (node.type === "branch" && branches.push(node.uuid)));
    expect(branches).toContain(branch);
    expect(tree.children).toHaveLength(1);
  });

  it("`active` omits the branches in which the person did not continue, and is one conversation", async () => {
    const { tree, findings } = await select({ branch: "active" });
    expect(findings).toEqual([]);
    expect(leaves(tree).map(({ uuid }) => uuid)).toEqual(ends.filter(({ active }) => active).map(({ uuid }) => uuid));
  });

  it("`active` and `abandoned` hold every branch but those that only fork, and both accounts balance", async () => {
    const branches = (tree: Root) => {
      const found: string[] = [];
      walk(tree, (node) => void (node.type === "branch" && found.push(node.uuid)));
      return found;
    };
    const { tree: active } = await select({ branch: "active" });
    expect(branches(active)).toEqual([]);
    for (const shared of [undefined, true]) {
      const { tree, findings, whole } = await select({ branch: "abandoned", shared });
      expect(findings).toEqual([]);
      const left = ends.filter((leaf) => !leaf.active && leaf.branch !== undefined);
      expect(leaves(tree).map(({ uuid }) => uuid)).toEqual(expect.arrayContaining(left.map(({ uuid }) => uuid)));
      for (const leaf of ends.filter((one) => one.active)) expect(branches(tree)).not.toContain(leaf.branch);
      expect(branches(whole).length).toBeGreaterThan(branches(tree).length);
    }
  });

  it.each(ends.flatMap(({ branch }) => branch ?? []))("the branch %s without what it shares", async (branch) => {
    const { tree, findings } = await select({ branch, shared: false });
    expect(findings).toEqual([]);
    const [home, ...others] = tree.children;
    expect(others).toEqual([]);
    expect(home).toMatchObject({ children: [{ type: "branch", uuid: branch }] });
  });

  it("`all` keeps all, and so does no option", async () => {
    const { tree, whole } = await select({ branch: "all" });
    expect(tree).toBe(whole);
    expect((await select({})).tree.children.length).toBe(whole.children.length);
  });

  it.each<[SelectOptions, string]>([
    [{ leaf: "nobody-knows" }, "Expected the uuid of an entry in `leaf`, not `nobody-knows`"],
    [{ branch: "nobody-knows" }, "Expected the uuid of a branch in `branch`, not `nobody-knows`"],
  ])("%j throws", async (options, reason) => {
    await expect(select(options)).rejects.toThrow(new TypeError(reason));
  });
});
