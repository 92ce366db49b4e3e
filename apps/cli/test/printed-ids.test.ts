import { describe, expect, it } from "vitest";
import { ccdag, sample } from "./world.ts";

// No transcript is here, and nothing is written.
const io = { env: { HOME: "/nowhere" }, cwd: "/" };
const more = ["--root", sample, "--no-cache"];

/** What a command prints of the sample. */
async function printed(...words: string[]): Promise<string> {
  const { code, stdout } = await ccdag([...words, ...more], io);
  expect(code).toBe(0);
  return stdout;
}

/** The ids in a text, each once. */
function idsIn(text: string): string[] {
  return [...new Set(text.match(/(?<![\w-])(?=[a-f]*\d)[\da-f]{8}(?:#[\da-f]{8})?(?![\w-])/g) ?? [])];
}

const lists: ReadonlyArray<readonly [string, ...string[]]> = [
  ["ls"],
  ["search", "padEnd"],
  ["agents", "642fe51e"],
  ["branches", "642fe51e"],
  ["usage", "642fe51e", "--turns"],
  ["tree", "642fe51e"],
  ["edits", "weather"],
];

describe("ids that a command prints are inputs of every command", () => {
  it.each(lists)("%s %s", async (...list) => {
    const ids = idsIn(await printed(...list));
    expect(ids.length).toBeGreaterThan(0);
    // Of many of one kind a few: each is searched in every file.
    for (const id of [...ids.slice(0, 3), ...ids.slice(-1)])
      for (const command of ["show", "export", "tree", "explain", "edits", "usage", "agents", "branches"]) {
        const { code, stderr } = await ccdag([command, id, ...more], io);
        expect([command, id, code, stderr.replace(/^.*means the whole session here; .*\n/, "")]).toEqual([
          command,
          id,
          0,
          expect.not.stringContaining("ccdag:"),
        ]);
      }
    const served = await ccdag(["serve", ids.at(-1)!, "--port", "0", ...more], { ...io, stop: Promise.resolve() });
    expect([ids.at(-1), served.code, served.stderr]).toEqual([ids.at(-1), 0, expect.not.stringContaining("ccdag:")]);
  });

  it("exports an agent by itself, and accounts for the rest as hidden", async () => {
    for (const input of ["a7989681", "642fe51e#a7989681"]) {
      const text = await printed("export", input);
      expect(text).toMatch(/^# 🤖 Agent Explore: Find where errors get out/);
      expect(text).not.toContain("The columns of my little weather tool");
      const { audit } = JSON.parse(await printed("export", input, "--to", "json")) as { audit?: unknown };
      expect(audit).toBe(undefined);
    }
  });

  it("says that an entry means its session, where a command has no place to begin with", async () => {
    const { stderr } = await ccdag(["tree", "9550e246", ...more], io);
    expect(stderr).toContain("`9550e246` means the whole session here; `ccdag show 642fe51e#9550e246` begins there\n");
    expect((await ccdag(["tree", "9550e246", "-q", ...more], io)).stderr).toBe("");
  });
});
