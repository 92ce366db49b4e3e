import { account, audit, type FlowContent, type Message, type Root, walk } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { ccdag, ccdagSelect, type SelectOptions } from "../src/index.ts";
import { outside } from "../src/transform/period.ts";
import { project } from "./fixtures.ts";

async function select(options: SelectOptions) {
  const file = project();
  const whole = ccdag().parse(file);
  const tree = (await ccdag().use(ccdagSelect, options).run(whole, file)) as Root;
  return { tree, file };
}

function times(tree: Root): number[] {
  const found: number[] = [];
  walk(tree, (node, parent) => {
    if (node.type === "message" && node.timestamp !== undefined && parent?.type !== "agent") found.push(node.timestamp);
  });
  return found.sort((a, b) => a - b);
}

/** Two prompts, a fork with a prompt on each side, an agent, and a record between them. */
const say = (uuid: string, timestamp: number, role: "user" | "assistant" = "user"): Message => ({
  type: "message",
  role,
  actor: role === "user" ? "human" : "assistant",
  origin: role === "user" ? "prompt" : "reply",
  uuid,
  uuids: [uuid],
  timestamp,
  children: [],
});
const from = { uuid: "a2" };
const tree: Root = {
  type: "root",
  children: [
    {
      type: "session",
      sessionId: "s",
      children: [
        { type: "notice", entryType: "mode", uuid: "n0" },
        say("u1", 10),
        say("a1", 20, "assistant"),
        {
          type: "agent",
          agentId: "g",
          mode: "sync",
          nestingLevel: 1,
          from: { rule: "r" },
          messageCount: 0,
          children: [],
        },
        { ...say("q1", 25), origin: "steering" },
        say("u2", 30),
        say("a2", 40, "assistant"),
        { type: "branch", uuid: "u3", rule: "rewind", from, children: [say("u3", 50), say("a3", 60, "assistant")] },
        { type: "branch", uuid: "v3", rule: "rewind", from, children: [say("v3", 70), say("v4", 80)] },
      ],
    },
  ],
};

function kept(options: SelectOptions): string {
  const out = outside(tree, options);
  const ids: string[] = [];
  walk(tree, (node) => {
    if (node.type === "root" || node.type === "session" || out.has(node as FlowContent) || out.has(tree.children[0]!))
      return;
    if (node.type === "agent") ids.push(node.agentId);
    else if (node.type === "branch") ids.push("⑂");
    else if ("uuid" in node) ids.push(node.uuid!);
  });
  return ids.join(" ");
}

describe("a part by time or turns", () => {
  it.each<[SelectOptions, string]>([
    [{}, "n0 u1 a1 g q1 u2 a2 ⑂ u3 a3 ⑂ v3 v4"],
    [{ turns: { from: 1, to: 1 } }, "u1 a1 g q1"],
    [{ turns: { from: 2, to: 3 } }, "u2 a2 ⑂ u3 a3 ⑂ v3"],
    [{ turns: { from: 5, to: 5 } }, ""],
    [{ turns: { from: 4, to: Number.POSITIVE_INFINITY } }, "⑂ v4"],
    [{ since: 20 }, "n0 a1 g q1 u2 a2 ⑂ u3 a3 ⑂ v3 v4"],
    [{ since: 30, until: 50 }, "n0 u2 a2"],
    [{ until: 20 }, "n0 u1"],
    [{ since: 65 }, "n0 ⑂ v3 v4"],
    [{ since: 15, turns: { from: 1, to: 1 } }, "a1 g q1"],
  ])("%j", (options, ids) => expect(kept(options)).toBe(ids));

  it("the messages before a moment and those after it are together all messages, and both accounts balance", async () => {
    const all = times((await select({})).tree);
    for (const share of [0.1, 0.5, 0.9]) {
      const moment = all[Math.floor(all.length * share)]!;
      const before = await select({ until: moment });
      const after = await select({ since: moment });
      expect([...times(before.tree), ...times(after.tree)]).toEqual(all);
      for (const { tree: part, file } of [before, after]) {
        expect(audit(part, file.data.ledger!)).toEqual([]);
        expect(account(part, file.data.ledger!).hidden).toBeGreaterThan(0);
      }
    }
  });

  it("the account of each single turn balances", async () => {
    for (const turn of [0, 1, 2, 3, 50]) {
      const { tree: part, file } = await select({ turns: { from: turn, to: turn } });
      expect(audit(part, file.data.ledger!)).toEqual([]);
    }
  });
});
