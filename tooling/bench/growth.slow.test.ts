import { describe, expect, it } from "vitest";
import { growthOf, most } from "../growth/growth-of.ts";
import { commandTimes } from "../growth/measure.mjs";

describe("hostile archives", () => {
  it.each(["copies", "sessionsOnOne", "agentsOneMessage"])("every command takes linear time on %s", (shape) => {
    const names = ["check", "markdown", "json", "tree", "usage", "agents", "branches", "explain"];
    const growing = names.filter((name) => growthOf((lines) => commandTimes(shape, lines, [name])[name]!) >= most);
    expect(growing).toEqual([]);
  });
});
