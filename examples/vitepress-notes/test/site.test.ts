import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const site = fileURLToPath(new URL("..", import.meta.url));
const vitepress = join(dirname(createRequire(import.meta.url).resolve("vitepress/package.json")), "bin/vitepress.js");
const read = (path: string) => readFileSync(join(site, "docs/.vitepress", path), "utf8");

it("has a page with the turn and its diff, and a config of at most 10 lines", { timeout: 120_000 }, () => {
  execFileSync(process.execPath, [vitepress, "build", "docs"], { cwd: site });
  const page = read("dist/index.html");
  expect(page).toMatch(/<h2 id="msg-[\w-]+">Human · 2026-05-02 09:02:00<\/h2>/);
  expect(page).toContain("Make it five");
  expect(page).toContain("+export const period = 5;");
  expect(page).not.toContain("ghp_");
  expect(read("config.js").trim().split("\n").length).toBeLessThanOrEqual(10);
});
