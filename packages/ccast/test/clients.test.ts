import { describe, expect, it } from "vitest";
import { clientFacts, clients } from "../src/index.ts";

describe("clients", () => {
  it.each([
    [undefined, "Claude Code", "Claude"],
    ["claude-code", "Claude Code", "Claude"],
    ["pi", "pi", "pi"],
    // A source that is a plugin: nobody here knows it.
    ["harbour", "harbour", "harbour"],
    ["constructor", "constructor", "constructor"],
  ])("%s: the client is %s, its assistant %s", (id, name, assistant) => {
    expect(clientFacts(id)).toMatchObject({ name, assistant });
  });

  it("can be resumed from a shell, or say nothing", () => {
    expect(clients["claude-code"]!.resume).toBe("claude --resume");
    expect(clients["codex"]!.resume).toBe("codex resume");
    expect(clientFacts("an agent of my own").resume).toBeUndefined();
  });
});
