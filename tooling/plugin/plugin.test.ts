import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { top } from "../setup/install.mjs";
import { put, scratch } from "../tests/scratch.ts";
import { plugin, ruleLists } from "./files.ts";

const versionIn = (path: string) => (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
const manifest = ".claude-plugin/plugin.json";

describe("the plugin", () => {
  it("has the version of the command line", () => {
    expect(versionIn(join(plugin, manifest))).toBe(versionIn(join(top, "apps/cli/package.json")));
  });

  it("allows tools that read, and one whole line of the shell, which holds nothing that a user typed", () => {
    const rules = ruleLists().flatMap(([, list]) => list);
    const [line, ...more] = rules.filter((rule) => !/^mcp__plugin_ccdag_ccdag__\w+$/.test(rule));
    expect(more).toEqual([]);
    expect(line).toMatch(/^Bash\(ccdag export [^*:]+\)$/);
    expect(readFileSync(join(plugin, "commands/share.md"), "utf8")).toContain(`\n${line!.slice("Bash(".length, -1)}\n`);
  });
});

/** Run a script of a copy of the plugin where PATH has only Node and these programs, which print their arguments. */
function start(script: string, args: readonly string[], { programs = [], version = "0.0.0", env = {} }: Start = {}) {
  const folder = scratch();
  cpSync(plugin, join(folder, "plugin"), { recursive: true });
  const own = readFileSync(join(plugin, manifest), "utf8").replace(/"version": "[^"]*"/, `"version": "${version}"`);
  put(folder, `plugin/${manifest}`, own);
  mkdirSync(join(folder, "bin"));
  symlinkSync(process.execPath, join(folder, "bin/node"));
  for (const name of programs) {
    put(
      folder,
      `bin/${name}`,
      `#!${process.execPath}\nconsole.log("${name}", ...process.argv.slice(2)); process.exit(3);\n`,
    );
    chmodSync(join(folder, "bin", name), 0o755);
  }
  const path = [join(folder, "plugin/bin"), "", "bin", join(folder, "bin")].join(":");
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, "plugin", script), ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: path, HOME: "/home/ada", ...env },
  });
  return [status, `${stdout}${stderr}`.trim()];
}

interface Start {
  readonly programs?: readonly string[];
  readonly version?: string;
  readonly env?: Readonly<Record<string, string>>;
}

describe.skipIf(process.platform === "win32")("the command that the plugin starts", () => {
  it("is the one on PATH, with its exit code, and never the plugin's own", () => {
    expect(start("bin/ccdag", ["ls", "a b"], { programs: ["ccdag", "npx"], version: "1.2.3" })).toEqual([
      3,
      "ccdag ls a b",
    ]);
  });

  it("is that of npm otherwise, once there is one", () => {
    expect(start("bin/ccdag", ["ls"], { programs: ["npx"], version: "1.2.3" })).toEqual([3, "npx -y ccdag ls"]);
    expect(start("bin/ccdag", ["ls"], { programs: ["npx"] })).toEqual([127, expect.stringContaining("not on npm")]);
    expect(start("bin/ccdag", ["ls"], { version: "1.2.3" })).toEqual([
      127,
      expect.stringContaining("Cannot start ccdag"),
    ]);
  });

  it("keeps what an archive is named for, and nothing in a folder that depends on where a session was", () => {
    const keep = (archive: string) =>
      start("hooks/keep.mjs", [], { programs: ["ccdag"], env: { CLAUDE_PLUGIN_OPTION_ARCHIVE: archive } });
    expect(keep("")).toEqual([0, ""]);
    expect(keep("/srv/my archive")).toEqual([3, "ccdag keep /srv/my archive --quiet"]);
    expect(keep("~/archive")).toEqual([3, "ccdag keep /home/ada/archive --quiet"]);
    expect(keep("archive")).toEqual([2, expect.stringContaining("Unexpected archive `archive`, expected a full path")]);
  });
});
