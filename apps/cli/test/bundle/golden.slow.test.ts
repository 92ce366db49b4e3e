import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Golden, idOf, writeGolden } from "./golden.ts";

const binary = new URL("../../out/ccdag/bin.js", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "ccdag-golden-"));
let golden: Golden;

/** Run the real command line in the home of the golden folder. */
function ccdag(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [binary, ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: join(folder, "home"), TZ: "UTC", CCDAG_ROOT: golden.archive, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { code: status, stdout, stderr: stderr.replaceAll(folder, "…") };
}

/** Ages depend on the day of the test. */
const withoutAges = (text: string) => text.replace(/\b\d+ (?:d|mo|y)\b {2}/g, "… d  ");

beforeAll(() => {
  golden = writeGolden(folder, 1000);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("1,000 sessions in 40 projects and two roots, with the real command line", () => {
  it("ls lists each session once, newest first", () => {
    const { code, stdout, stderr } = ccdag(["ls", "--json"]);
    expect([code, stderr]).toEqual([0, ""]);
    const rows = JSON.parse(stdout) as Array<{ session: string; to: string; project: string; messages: number }>;
    // A session that was continued on two machines is one, with a branch for each.
    const known = rows.filter(({ session }) => golden.ids.includes(session));
    expect(known.map(({ session }) => session).sort()).toEqual([...golden.ids].sort());
    expect(rows.length).toBe(1000);
    expect(rows.map(({ to }) => to)).toEqual(
      rows
        .map(({ to }) => to)
        .sort()
        .reverse(),
    );
    expect(new Set(rows.map(({ project }) => project)).size).toBe(40);
    expect(known.every(({ messages }) => messages >= 6)).toBe(true);
  });

  it("ls as a table, projects, CSV", () => {
    expect(withoutAges(ccdag(["ls", "--limit", "4"]).stdout)).toMatchSnapshot("table");
    expect(withoutAges(ccdag(["ls", "--projects", "--sort", "project", "--limit", "3"]).stdout)).toMatchSnapshot(
      "projects",
    );
    expect(ccdag(["ls", "api/part-3", "--csv", "--sort", "title", "--limit", "2"]).stdout).toMatchSnapshot(
      "rows as CSV",
    );
    expect(ccdag(["ls", "--since", "2026-10-27", "--csv", "--sort", "title"]).stdout.trim().split("\n").length).toBe(4);
  });

  it("usage by project and month adds up each call once", () => {
    const total = (args: readonly string[]) =>
      (JSON.parse(ccdag(["usage", "--json", ...args]).stdout) as { total: Record<string, number> }).total;
    const all = total(["--by", "project"]);
    const { cost, ...counted } = total(["--by", "month,model"]);
    expect(all).toMatchObject(counted);
    // The order of a sum of fractions matters in the last digits.
    expect(all["cost"]).toBeCloseTo(cost!, 9);
    expect(all["calls"]).toBe(3 * 1000 + 2 * 80);
    expect(ccdag(["usage", "--by", "month"]).stdout).toMatchSnapshot("months");
    expect(
      ccdag(["usage", "--by", "model,agent-type", "--since", "2026-02", "--until", "2026-02", "--csv"]).stdout,
    ).toMatchSnapshot("models as CSV");
  });

  it("search finds a phrase once, whatever root it is in", () => {
    for (const number of [17, 170, 250, 290, 330]) {
      const { code, stdout } = ccdag([
        "search",
        `about ${["harbour", "lantern", "meadow", "orchard", "pebble", "quarry", "raven"][number % 7]} number ${number}"`,
        "--in",
        "replies",
        "--json",
      ]);
      const found = JSON.parse(stdout) as Array<{ id: string; hits: object[] }>;
      expect([code, found.map(({ id, hits }) => [id, hits.length])]).toEqual([0, [[idOf(number), 3]]]);
    }
    expect(ccdag(["search", "number 999", "--limit", "1"]).stdout).toMatchSnapshot("search");
    expect(ccdag(["search", "/quarry number 99\\d/", "desktop"])).toMatchObject({
      code: 1,
      stdout: "Nothing found.\n",
    });
  });

  it("names sessions and projects as people do", () => {
    const tree = (...args: string[]) => ccdag(["tree", ...args]);
    expect(tree("0011fa").stdout).toContain("session 0011face");
    expect(tree("lantern number 1").stdout).toContain("session 0001face");
    expect(tree("Number 998").stdout).toContain("session 03e6face");
    expect(tree("-home-ada-web-part-9", "--json").code).toBe(0);
    expect(tree("number 99")).toMatchSnapshot("several sessions");
    expect(tree("web/part")).toMatchSnapshot("several projects");
    expect(tree("latern number 1")).toMatchSnapshot("typo");
    expect(tree("0000face", "0001face").stdout.match(/session /g)).toHaveLength(2);
    expect(tree("0000face", "-v").stderr).toContain("Reading session 0000face-0000-4000-8000-000000000000 of");
  });

  it("a site has each project once", () => {
    const out = join(folder, "site");
    const { code, stderr } = ccdag(["site", "-o", out, "--no-search", "api/part-1", "notes/part-2"]);
    expect([code, stderr.split(",").slice(0, 2)]).toEqual([0, ["2 projects", " 50 pages"]]);
  });

  it("help of the commands that find, list and count", () => {
    for (const command of ["ls", "search", "usage"])
      expect(execFileSync(process.execPath, [binary, command, "--help"], { encoding: "utf8" })).toMatchSnapshot("help");
  });
});
