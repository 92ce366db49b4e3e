import { describe, expect, it } from "vitest";
import { growing } from "../growth/growing.ts";
import { commands, commandTimes } from "./growth-commands.mjs";

describe("hostile archives", () => {
  it.each(["copies", "sessionsOnOne", "agentsOneMessage"])("every command takes linear time on %s", async (shape) => {
    expect(await growing(Object.keys(commands), (lines, names) => commandTimes(shape, lines, names))).toEqual([]);
  });
});
