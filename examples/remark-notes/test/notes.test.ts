import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("writes a page with the turn and its diff, and nothing else of the session", { timeout: 120_000 }, async () => {
  await import("../build.js");
  const page = readFileSync(new URL("../notes.html", import.meta.url), "utf8");
  expect(page).toMatch(/<h1>How the lamp got faster<\/h1>\n[^]*<h2 id="msg-[\w-]+">Human · 2026-05-02 09:02:00<\/h2>/);
  expect(page).toContain("Make it five");
  expect(page).toContain('<pre><code class="language-diff">diff --git a/lamp.ts b/lamp.ts');
  expect(page).toContain("+export const period = 5;");
  expect(page).not.toMatch(/ghp_|ten/);
});
