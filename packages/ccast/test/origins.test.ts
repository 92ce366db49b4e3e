import { describe, expect, it } from "vitest";
import schema from "../schema.json" with { type: "json" };
import { beginsTurn, firstPrompt, type Message, originFacts, type OriginFacts, origins } from "../src/index.ts";

const message = (origin: string, actor: Message["actor"] = "human"): Message => ({
  type: "message",
  role: "user",
  actor,
  origin: origin as Message["origin"],
  uuids: [],
  children: [{ type: "text", value: origin }],
});
const names = Object.keys(origins);
const withFact = (has: (facts: OriginFacts) => unknown) => names.filter((name) => has(originFacts(name)));

describe("the table of origins", () => {
  it("has the origins that the schema has", () => {
    expect([...schema.$defs.origin.enum].sort()).toEqual([...names].sort());
  });

  // What each reader of the table sees: a row that is changed by accident shows here.
  it.each<[string, (facts: OriginFacts) => unknown, string]>([
    [
      "detail prompts",
      ({ part }) => part === "prompt",
      "prompt command bash interrupt queued steering scheduled channel coordinator",
    ],
    ["detail talk", ({ part }) => part === "answer", "command-output bash-output reply synthetic api-error peer"],
    ["detail steps", ({ part }) => part === "report", "notification teammate"],
    ["detail tools", ({ part }) => part === "context", "meta memory hook skill"],
    ["a compaction", ({ part }) => part === "summary", "compact-summary"],
    ["the first words", ({ typed }) => typed === "words", "prompt queued channel"],
    ["the first command", ({ typed }) => typed === "command", "command bash memory"],
    ["the beginning of a turn", (facts) => facts.beginsTurn, "prompt command bash queued channel"],
    ["a turn of an agent", (facts) => facts.beginsAgentTurn, "prompt teammate queued channel peer coordinator"],
    ["the end of an agent without an answer", (facts) => facts.cutsOffAgent, "prompt interrupt teammate coordinator"],
    ["speech", ({ isSpeech }) => isSpeech, "prompt command bash interrupt queued memory steering channel coordinator"],
    ["the words of the model", ({ isReply }) => isReply, "reply"],
    ["an error", ({ isError }) => isError, "api-error"],
    ["output", ({ isOutput }) => isOutput, "command-output bash-output"],
    ["a report", ({ isReport }) => isReport, "notification"],
    ["words in a frame", ({ isFramed }) => isFramed, "teammate scheduled channel peer"],
    [
      "no origin in the heading",
      ({ isInHeading }) => !isInHeading,
      "prompt command-output bash-output notification teammate hook reply",
    ],
  ])("%s", (_, has, expected) => expect(withFact(has)).toEqual(expected.split(" ")));

  it("takes an origin that it does not know for context of the client's", () => {
    for (const name of ["hologram", "constructor", "__proto__"]) {
      expect(originFacts(name)).toEqual({ part: "context", isInHeading: true, tags: [] });
      expect(beginsTurn(message(name))).toBe(false);
      expect(firstPrompt({ type: "root", children: [message(name)] })).toBe("");
    }
  });

  it("decides where a turn begins and what the first prompt is", () => {
    expect(names.filter((name) => beginsTurn(message(name)))).toEqual(withFact((facts) => facts.beginsTurn));
    expect(names.some((name) => beginsTurn(message(name, "assistant")))).toBe(false);
    const children = ["meta", "memory", "command", "queued", "prompt"].map((name) => message(name));
    expect(firstPrompt({ type: "root", children })).toBe("queued");
    expect(firstPrompt({ type: "root", children: children.slice(0, 3) })).toBe("memory");
  });
});
