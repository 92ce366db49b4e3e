import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { top } from "../../../tooling/setup/install.mjs";
import { put } from "../../../tooling/tests/scratch.ts";
import { createPlugin, type PluginKind } from "../src/index.ts";

/** In the package, so that a plugin finds the packages of the repository as it would find installed ones. */
const out = fileURLToPath(new URL("../out/created", import.meta.url));
const bin = createRequire(import.meta.url)
  .resolve("ccdag/package.json")
  .replace("package.json", "bin.js");
const sample = join(top, "tooling/fixtures/sample/-home-ada-weather");

function call(folder: string, ...argv: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: folder },
  });
  expect([argv.join(" "), status, status === 0 ? "" : stdout + stderr]).toEqual([argv.join(" "), 0, ""]);
  return stdout;
}

function create(kind: PluginKind): string {
  const folder = join(out, kind);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  createPlugin({ kind, name: "my-log", folder });
  return folder;
}

describe("a plugin that was created (issue 46)", () => {
  it.each(["renderer", "tool", "source"] as const)("%s: compiles under strict, and its own test passes", (kind) => {
    const folder = create(kind);
    call(folder, join(top, "node_modules/typescript/bin/tsc"));
    // Else it takes the config of the repository.
    put(folder, "vitest.config.js", "export default {};\n");
    const vitest = join(top, "node_modules/vitest/vitest.mjs");
    expect(call(folder, vitest, "run", "--root", folder)).toMatch(/Tests.*passed/);
  });

  it("the renderer writes a session, the tool view a page, and the source is found by every command", () => {
    const [renderer, tool, source] = (["renderer", "tool", "source"] as const).map((kind) => {
      const folder = create(kind);
      call(folder, join(top, "node_modules/typescript/bin/tsc"));
      return folder;
    });
    expect(call(renderer!, bin, "export", sample, "--to", "./dist/index.js={indent:1}", "-q")).toContain("Session: ");
    expect(
      call(tool!, bin, "export", sample, "--use", "./dist/index.js", "--to", "html", "-o", "page.html", "-q"),
    ).toBe("");
    put(
      source!,
      ".myLog/sessions/s1.jsonl",
      `${JSON.stringify({ myLog: "s1", folder: "/srv/app" })}\n${JSON.stringify({ n: 1, who: "me", at: "2026-02-03T09:00:01Z", text: "Name a knot." })}\n`,
    );
    expect(call(source!, bin, "ls", "--use", "./dist/index.js", "--json")).toContain("Name a knot.");
  });
});
