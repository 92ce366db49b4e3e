import { spawn } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { put, scratch, talk } from "../world.ts";

const bin = new URL("../../out/ccdag/bin.js", import.meta.url).pathname;

// The certificate is made by a library in CommonJS that is loaded on demand.
describe("the packed command serves the network", () => {
  it("with a certificate that it makes, and prints its fingerprint", async () => {
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
});
