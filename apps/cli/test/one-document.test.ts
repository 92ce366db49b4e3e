import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ccdag, put, read, scratch, talk } from "./world.ts";

/** Two session trees whose sessions are mixed in time, a damaged line, and a sidecar of nobody. */
const at = (name: string, hour: number, parent: string | null = null) =>
  talk(name, parent).replaceAll("T10:", `T${hour}:`);
const world = () =>
  scratch({
    "a.jsonl": at("a", 10),
    "c.jsonl": at("c", 12, "a-a"),
    "b.jsonl": `${at("b", 11)}{"no\n`,
    "gone/subagents/agent-1.meta.json": "{",
  });
const fixtures = new URL("../../../tooling/fixtures/", import.meta.url).pathname;

describe("one document of a folder", () => {
  it.each(["json", "jsonl", "markdown", "plain", "html", "messages", "atif", "inspect", "otel", "mermaid"])(
    "that is read part by part is that of a folder which is read at once: %s",
    async (to) => {
      // A plugin of the user may look at the whole tree: with one the folder is read at once.
      const cwd = scratch({ "none.mjs": "export default function none() {}" });
      for (const folder of [world(), fixtures]) {
        const [apart, whole] = [join(scratch(), "all.x"), join(scratch(), "all.x")];
        const call = ["export", folder, "--to", to, "-v", "-o"];
        const parts = await ccdag([...call, apart], { cwd });
        const once = await ccdag([...call, whole, "--use", join(cwd, "none.mjs")], { cwd });
        expect([parts.code, parts.stderr.replaceAll(apart, "")]).toEqual([
          once.code,
          once.stderr.replaceAll(whole, "").replace(/^.*none\.mjs.*\n/m, ""),
        ]);
        expect(read(apart)).toBe(read(whole));
      }
    },
  );

  it("is in the order of time, whatever belongs together", async () => {
    const folder = world();
    const { stdout } = await ccdag(["export", folder, "--to", "markdown"]);
    const order = ["Question a", "Question c", "Question b"].map((words) => stdout.indexOf(words));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    put(folder, "0.jsonl", at("0", 9));
    expect((await ccdag(["export", folder, "--to", "markdown"])).stdout).toMatch(/Question 0[^]*Question a/);
  });
});
