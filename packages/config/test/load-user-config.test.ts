import { join } from "node:path";
import { exportOptions } from "@ccdag/pipeline/tables";
import { describe, expect, it } from "vitest";
import { put, scratch } from "../../../tooling/tests/scratch.ts";
import { applySettings, loadUserConfig, misspeltVariables, readUse } from "../src/index.ts";

/** A folder that is a repository, with a home beside it. */
function place(files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
  const cwd = scratch({ ".git/HEAD": "", ...files });
  const lines: string[] = [];
  const settings = exportOptions.filter(({ isSetting }) => isSetting);
  return { cwd, env: { HOME: scratch(), ...env }, settings, stderr: (text: string) => void lines.push(text), lines };
}

const json = (config: object) => ({ "ccdag.config.json": JSON.stringify(config) });

describe("the settings of a program", () => {
  it("come from the user, then the project, then variables, and each says where it is from", async () => {
    const io = place(json({ settings: { to: "html", limit: 100 } }), { CCDAG_LIMIT: "200" });
    put(io.env.HOME, ".config/ccdag/ccdag.config.json", JSON.stringify({ settings: { to: "json", thinking: false } }));
    const config = await loadUserConfig({}, io);
    expect(config.given.map(({ name, value, origin }) => [name, value, origin.kind])).toEqual([
      ["to", "json", "user"],
      ["thinking", false, "user"],
      ["to", "html", "project"],
      ["limit", 100, "project"],
      ["limit", 200, "environment"],
    ]);
    expect(config.files.map(({ where }) => where)).toContain(join(io.cwd, "ccdag.config.json"));
    const rows = io.settings;
    const { options } = await applySettings({ name: "export", rows }, { detail: "talk" }, config, io);
    expect(options).toMatchObject({ to: "html", detail: "talk" });
  });

  it("are those of its own table: any other is refused with the nearest name", async () => {
    const io = place(json({ settings: { thinkin: false } }));
    await expect(loadUserConfig({}, io)).rejects.toThrow(
      `Unexpected setting \`thinkin\` in \`${join(io.cwd, "ccdag.config.json")}\`, expected \`thinking\``,
    );
    await expect(loadUserConfig({}, { ...place(json({ settings: { port: 80 } })), settings: [] })).rejects.toThrow(
      "Unexpected setting `port`",
    );
    expect(misspeltVariables({ env: { CCDAG_LIMTI: "1", CCDAG_OTHER_PROGRAM: "1" }, settings: io.settings })).toEqual([
      ["CCDAG_LIMTI", "CCDAG_LIMIT"],
    ]);
  });

  it("a config that is a program is named before it runs; one above the repository does not run", async () => {
    const script = "export default { settings: { to: 'html' } };";
    const io = place({ "ccdag.config.mjs": script });
    expect((await loadUserConfig({}, io)).options.get("to")?.value).toBe("html");
    expect(io.lines.join("")).toContain(`Running the config \`${join(io.cwd, "ccdag.config.mjs")}\``);
    const above = place({ "ccdag.config.mjs": script, "inner/.git/HEAD": "" });
    const inner = await loadUserConfig({}, { ...above, cwd: join(above.cwd, "inner") });
    expect([inner.files, inner.skipped.map(({ reason }) => reason)]).toEqual([
      [],
      ["is outside the current folder and its repository"],
    ]);
  });
});

it("a name may have options", () => {
  expect(readUse("toc=maxDepth:3")).toEqual({ name: "toc", options: { maxDepth: 3 } });
  expect(readUse("./a=b.js={tight: true}")).toEqual({ name: "./a=b.js", options: { tight: true } });
});
