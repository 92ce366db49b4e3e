import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ccdag, sample, scratch } from "./world.ts";

describe("the binary", () => {
  const bin = new URL("../out/ccdag/bin.js", import.meta.url).pathname;
  /** The same with its modules one by one, which Node can name. */
  const built = new URL("../bin.js", import.meta.url).pathname;
  const call = (...argv: string[]) =>
    spawnSync(process.execPath, [bin, ...argv], { encoding: "utf8", maxBuffer: 1 << 28 });

  it("runs, and prints its version", () => {
    expect(existsSync(bin)).toBe(true);
    expect(call("--version")).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    });
    const { status, stdout, stderr } = call("export", sample);
    expect([status, stderr, stdout.startsWith("# ")]).toEqual([0, "", true]);
    expect(call("export", "/nowhere").status).toBe(2);
  });

  it.each(["--version", "-V", "--help"])("starts fast: %s loads nothing that reads or renders", (flag) => {
    const { stderr } = spawnSync(process.execPath, [built, flag], {
      encoding: "utf8",
      env: { ...process.env, NODE_DEBUG: "esm" },
    });
    const loaded = (part: string) => new RegExp(`file://\\S*/${part}/dist/`).test(stderr);
    expect(["cli", "core", "processor", "ccast", "files", "mdast", "order"].filter(loaded)).toEqual(["cli"]);
  });

  it("completes without what parses or renders, and says nothing on stderr", () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [built, "complete", "--", "export", "--deta"], {
      encoding: "utf8",
      env: { ...process.env, NODE_DEBUG: "esm" },
    });
    const loaded = (part: string) => new RegExp(`file://\\S*/${part}/dist/`).test(stderr);
    expect(["cli", "core", "processor", "ccast", "mdast"].filter(loaded)).toEqual(["cli"]);
    expect([status, stdout]).toEqual([0, "--detail\thow much to show\n"]);
    expect(call("complete", "--", "export", "").stderr).toBe("");
  });

  it("takes settings from the environment and from a config, and flags override both", () => {
    const cwd = scratch({ "ccdag.config.json": '{"settings": {"to": "mermaid"}}' });
    const begin = (env: Record<string, string>, ...argv: string[]) =>
      spawnSync(process.execPath, [bin, "export", sample, ...argv], {
        cwd,
        encoding: "utf8",
        maxBuffer: 1 << 28,
        env: { PATH: process.env["PATH"], ...env },
      }).stdout.slice(0, 9);
    expect(begin({})).toBe("flowchart");
    expect(begin({ CCDAG_TO: "dot" })).toBe("digraph c");
    expect(begin({ CCDAG_TO: "dot" }, "--to", "html")).toBe("<!doctype");
  });

  it("reads a transcript that is piped into it, with and without `-`; an empty pipe is nothing", () => {
    const name = "-home-ada-weather/642fe51e-78f5-4e03-aad6-929a942a6fe9.jsonl";
    const input = readFileSync(join(sample, name));
    const piped = (args: readonly string[], text: Uint8Array | string) =>
      spawnSync(process.execPath, [bin, ...args], {
        encoding: "utf8",
        input: text,
        cwd: scratch(),
        env: { HOME: scratch() },
      });
    for (const args of [["export"], ["export", "-"], ["tree"]])
      expect(piped(args, input)).toMatchObject({ status: 0, stderr: expect.not.stringContaining("ccdag:") as string });
    expect(piped(["export"], input).stdout).toContain("Colours can wait");
    const { status, stderr } = piped(["export"], "");
    expect([status, stderr]).toEqual([2, expect.stringContaining("ccdag: No transcript of ")]);
  });

  describe.skipIf(process.platform === "win32")("with few open files", () => {
    /** What a program does with so many. */
    function limited(limit: number, ...argv: readonly string[]) {
      const shell = `ulimit -n ${limit}; exec "$0" "$@"`;
      const options = { encoding: "utf8", cwd: scratch() } as const;
      const { status, stderr } = spawnSync("sh", ["-c", shell, process.execPath, ...argv], options);
      return { status, stderr };
    }

    it("reading needs no more than 24", () => {
      expect(limited(24, bin, "check", sample)).toEqual({ status: 0, stderr: "" });
    });

    // How many Node.js needs for itself depends on its version.
    it.each([[["export", sample, "-o", "x/"]], [["export", sample]]])(
      "a command that needs more says so in one line: %j",
      (argv) => {
        const nothing = join(scratch({ "package.json": '{ "type": "module" }', "a.js": "" }), "a.js");
        const enough = [18, 19, 20, 21, 22, 23, 24].filter((limit) => limited(limit, nothing).status === 0);
        const found = enough.map((limit) => limited(limit, bin, ...argv)).filter(({ status }) => status !== 0);
        expect(found).not.toEqual([]);
        for (const one of found)
          expect(one).toEqual({
            status: 2,
            stderr: expect.stringMatching(/^ccdag: .*(?:EMFILE|[Tt]oo many files are open).*\n$/) as string,
          });
      },
    );
  });

  it.skipIf(!existsSync("/dev/full")).each([["--help"], ["--version"], ["export", "--help"], ["help", "tree"]])(
    "a full disk gives one line also for help: %s %s",
    (...argv) => {
      const full = openSync("/dev/full", "a");
      const { status, stderr } = spawnSync(process.execPath, [bin, ...argv], {
        stdio: ["ignore", full, "pipe"],
        encoding: "utf8",
      });
      closeSync(full);
      expect([status, stderr]).toEqual([2, "ccdag: Cannot write to stdout: no space left on the disk\n"]);
    },
  );

  it.each(["export", "check", "branches", "tree", "agents", "diff", "explain"])(
    "the help of %s has an example",
    (command) => {
      expect(call(command, "--help").stdout).toMatch(/Example:\n {2}\$ ccdag /);
    },
  );

  it("writes the same bytes for the same input in every time zone and language", async () => {
    const [first, second] = await Promise.all([ccdag(["export", sample]), ccdag(["export", sample])]);
    expect(second.stdout).toBe(first.stdout);
    for (const env of [
      { TZ: "Asia/Tokyo", LANG: "de_DE.UTF-8" },
      { TZ: "America/New_York", LANG: "C" },
    ]) {
      const { stdout } = spawnSync(process.execPath, [bin, "export", sample], {
        encoding: "utf8",
        env: { ...process.env, ...env },
        maxBuffer: 1 << 28,
      });
      expect(stdout).toBe(first.stdout);
    }
  });
});
