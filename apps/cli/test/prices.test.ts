import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { browserOf, serveIn } from "./serving.ts";
import { ccdag, put, read, sample, scratch } from "./world.ts";

const costsIn = (text: string) => text.match(/(?<=\$)\d[\d.,]*/g) ?? [];

it("prices of the user are those of every view: usage, ls, an index, a page, and what is served (issue 45)", async () => {
  const home = scratch();
  const projects = join(home, "projects");
  cpSync(sample, projects, { recursive: true });
  put(home, "prices.json", JSON.stringify({ models: [{ model: "claude-sonnet-4-5", input: 3000, output: 15_000 }] }));
  const prices = ["--prices", join(home, "prices.json")];
  const usage = JSON.parse((await ccdag(["usage", projects, "--by", "session", "--json", ...prices])).stdout) as {
    total: { cost: number };
    rows: Array<{ cost: number }>;
  };
  const total = usage.total.cost.toFixed(2);
  const sessions = usage.rows.map(({ cost }) => cost.toFixed(2));
  // A thousand times the list prices.
  expect([total, sessions.length]).toEqual(["1168.47", 2]);
  const listed = JSON.parse((await ccdag(["ls", projects, "--json", ...prices])).stdout) as Array<{ cost: number }>;
  expect(listed.map(({ cost }) => cost.toFixed(2)).sort()).toEqual(sessions.toSorted());

  const site = join(home, "site");
  expect((await ccdag(["site", projects, "-o", site, ...prices])).code).toBe(0);
  expect(costsIn(read(site, "index.html"))).toEqual(expect.arrayContaining([total, ...sessions]));
  expect(costsIn(read(site, "home-ada-weather/session-642fe51e-78f5-4e03-aad6-929a942a6fe9.html"))).toContain("960.37");
  // Other prices are other pages.
  expect((await ccdag(["site", projects, "-o", site, ...prices])).stderr).toContain(" 0 written");
  expect((await ccdag(["site", projects, "-o", site])).stderr).not.toContain(" 0 written");

  const get = await browserOf(await serveIn(home, {}, projects, ...prices));
  await expect
    .poll(async () => costsIn((await get("/home-ada-weather/")).text), { timeout: 20_000 })
    .toEqual(expect.arrayContaining([total, ...sessions]));
});
