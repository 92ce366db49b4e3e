import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defineConfig } from "../src/index.ts";
import { ccdag, put, scratch } from "./world.ts";

function world() {
  const top = scratch({
    "p/.git/HEAD": "",
    "p/ccdag.config.json": JSON.stringify({
      plugins: [["detail", { thinking: false }]],
      settings: { limit: "none", remark: ["toc", "gfm"], labels: { actors: { human: "Ada" } } },
    }),
    "home/.config/ccdag/ccdag.config.json": JSON.stringify({ settings: { limit: 500, color: false } }),
  });
  const io = { cwd: join(top, "p"), env: { HOME: join(top, "home"), CCDAG_TO: "html" } };
  const call = (...argv: string[]) => ccdag(["config", ...argv], io);
  const project = join(top, "p/ccdag.config.json");
  return { top, call, project, user: join(top, "home/.config/ccdag/ccdag.config.json") };
}

describe("ccdag config", () => {
  it("prints each setting with its value and where it comes from, aligned, and the configs", async () => {
    const { call, project, user } = world();
    const { code, stdout } = await call();
    expect(code).toBe(0);
    const lines = stdout.split("\n");
    const rows = new Map(lines.map((line) => [line.split(/ {2,}/)[0], line.split(/ {2,}/).slice(1)]));
    expect(lines[0]).toMatch(/^SETTING +VALUE +FROM$/);
    expect(new Set(lines.slice(1, 20).map((line) => line.lastIndexOf("  ")))).toHaveLength(1);
    expect(rows.get("to")).toEqual(["html", "CCDAG_TO"]);
    expect(rows.get("limit")).toEqual(["none", project]);
    expect(rows.get("thinking")).toEqual(["false", project]);
    expect(rows.get("color")).toEqual(["false", user]);
    expect(rows.get("remark")).toEqual(["toc, gfm", project]);
    expect(rows.get("labels")).toEqual(['{"actors":{"human":"Ada"}}', project]);
    expect(rows.get("order")).toEqual(["session-tree", "default"]);
    expect(rows.get(user)).toEqual(["used, user-wide"]);
    expect(rows.get(project)).toEqual(["used"]);
  });

  it("prints JSON, with --json", async () => {
    const { call, project, user } = world();
    const { settings, files } = JSON.parse((await call("--json")).stdout) as { settings: object[]; files: object[] };
    expect(settings).toContainEqual({
      name: "limit",
      value: "none",
      default: expect.stringContaining("10000") as string,
      from: "project",
      where: project,
    });
    expect(settings).toContainEqual({ name: "graph", default: "off", from: "default" });
    expect(files).toEqual([
      { path: user, kind: "user", used: true },
      { path: project, kind: "project", used: true },
    ]);
    expect(JSON.parse((await call("to", "--json")).stdout)).toMatchObject({
      name: "to",
      value: "html",
      where: "CCDAG_TO",
    });
  });

  it("prints one value", async () => {
    const { call } = world();
    expect((await call("to")).stdout).toBe("html\n");
    expect((await call("graph")).stdout).toBe("off\n");
    expect((await call("facts")).stdout).toBe("\n");
    const { code, stderr } = await call("limt");
    expect(code).toBe(2);
    expect(stderr).toContain("ccdag: Unexpected setting `limt`, expected `limit`\n");
  });

  it("names configs that are skipped, and says if there is none", async () => {
    const { top, call } = world();
    put(top, "ccdag.config.mjs", "export default {}");
    put(top, "p/.git/HEAD", "");
    expect((await call("--no-config")).stdout).toContain("No config file was found.");
    const { stdout } = await ccdag(["config"], { cwd: join(top, "home"), env: {} });
    expect(stdout).toMatch(/ccdag\.config\.mjs +skipped: is outside the current folder and its repository/);
  });
});

describe("defineConfig", () => {
  it("returns its argument, which is checked by the compiler", () => {
    const config = { plugins: ["tool-deploy", ["detail", { detail: "talk" }]], settings: { limit: 4000 } } as const;
    expect(defineConfig(config)).toBe(config);
    // @ts-expect-error -- there is no such setting
    defineConfig({ settings: { detial: "talk" } });
    // @ts-expect-error -- there is no such level
    defineConfig({ settings: { detail: "all" } });
  });
});
