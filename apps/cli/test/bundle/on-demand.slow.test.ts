import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { put, read, scratch, talk } from "../world.ts";

const bin = new URL("../../out/ccdag/bin.js", import.meta.url).pathname;

// A bundler may leave names or files of these libraries out, and only who uses them would see it.
describe("the packed command has the libraries that it loads on demand", () => {
  it("selfsigned and uqr: --host makes a certificate, and prints its fingerprint", async () => {
    const home = scratch();
    put(home, ".claude/projects/p/s.jsonl", talk("s"));
    const env = { HOME: home, PATH: process.env["PATH"] };
    const server = spawn(process.execPath, [bin, "serve", "--host", "0.0.0.0", "--port", "0"], { cwd: home, env });
    onTestFinished(() => void server.kill("SIGKILL"));
    let said = "";
    for await (const text of server.stderr) {
      said += String(text);
      if (/fingerprint/i.test(said) || said.includes("Cannot")) break;
    }
    expect(said).toMatch(/https:\/\/\S+\?token=/);
    expect(said).toMatch(/(?:[\dA-F]{2}:){31}[\dA-F]{2}/);
  });

  it("jsonc-parser: --install adds a hook to settings, which stay as they are written", () => {
    const home = scratch();
    put(home, ".claude/settings.json", '{\n    "model": "opus"\n}\n');
    const argv = [bin, "keep", join(home, "kept"), "--hook", "--install"];
    const { status, stderr } = spawnSync(process.execPath, argv, { env: { HOME: home }, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^Added the hook to /)]);
    expect(read(home, ".claude/settings.json")).toMatch(/^\{\n {4}"model": "opus",\n[^]*"SessionEnd"/);
  });
});
