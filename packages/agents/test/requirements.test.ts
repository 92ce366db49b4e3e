import type { Agent, FlowContent, Message, Session, ToolCall } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { jsonl, main, read, result, said, side, spawned, task, user } from "./read.ts";

const words = (value: string) => ({ type: "text", text: value });

/** What a tree holds, in the order of reading: messages by uuid, agents and sessions by id before what is in them. */
const sequence = (nodes: readonly FlowContent[]): string[] =>
  nodes.flatMap((node) => {
    if (node.type === "agent") return [`[${node.mode} ${node.agentId}`, ...sequence(node.children), "]"];
    if (node.type === "session") return [`(${node.sessionId}`, ...sequence(node.children), ")"];
    return node.type === "message" ? [node.uuid!] : [];
  });

describe("requirements of agents", () => {
  it("C004: a synchronous agent, one in the background, a teammate, a resumed and a forked session are each at their place", () => {
    const launched = { agentId: "bg", isAsync: true, status: "async_launched" };
    const spawn = { agent_id: "tm", status: "teammate_spawned", team_name: "crew", name: "bo" };
    const first = [
      user("p", null, "go"),
      said("a", "p", task("t1", "one"), task("t2", "two"), task("t3", "three")),
      user("r1", "a", [result("t1")], { toolUseResult: { agentId: "sy" } }),
      user("r2", "r1", [result("t2")], { toolUseResult: launched }),
      user("r3", "r2", [result("t3")], { toolUseResult: spawn }),
      said("b", "r3", words("Working.")),
      user("q", "b", "and?"),
      said("c", "q", words("Still.")),
      user("n", "c", "<task-notification><task-id>bg</task-id><result>found</result></task-notification>"),
      said("d", "n", words("Done.")),
    ];
    const output = read({
      "s1.jsonl": jsonl(...first, { type: "mode", mode: "plan" }),
      "s1/subagents/agent-sy.jsonl": side("sy", "What sy does"),
      "s1/subagents/agent-bg.jsonl": side("bg", "What bg does"),
      "s1/subagents/agent-tm.jsonl": side("tm", "What tm does"),
      "s2.jsonl": jsonl(...first, user("e", "d", "more"), said("f", "e", words("Sure."))),
      "s3.jsonl": jsonl(...first.slice(0, 6), user("g", "b", "otherwise"), said("h", "g", words("Fine."))),
    });
    expect(sequence(output.tree.children).join(" ")).toBe(
      [
        "(s1 p a [sync sy sy1 sy2 ] [background bg bg1 bg2 ] [teammate tm tm1 tm2 ]",
        "b q c n d (s2 e f ) (s3 g h ) )",
      ].join(" "),
    );
    const [session] = output.tree.children as Session[];
    const children = session!.children.filter((node) => node.type === "session");
    expect(children.map(({ from }) => from!.uuid)).toEqual(["d", "b"]);
    const notification = session!.children.find((node) => node.type === "message" && node.uuid === "n");
    expect(notification).toMatchObject({ about: "bg" });
  });

  it("C051: a prompt below an agent's entry is in the main thread, between its neighbours in time, without a message", () => {
    const records = [
      user("p", null, "go"),
      said("a", "p", task("t1", "look")),
      user("s1", "a", "look", { isSidechain: true }),
      { ...said("s2", "s1", words("found")), isSidechain: true },
      user("r", "a", [result("t1", "found")]),
      said("b", "r", words("Found.")),
      user("q", "s2", "more"),
      said("c", "q", words("Sure.")),
      user("n", "b", "thanks"),
      said("d", "n", words("Done.")),
    ];
    const timed = records.map((record, index) => ({ ...record, timestamp: `2026-01-01T00:00:1${index}Z` }));
    const output = read({ "s1.jsonl": jsonl(...timed) });
    expect(sequence(output.tree.children).join(" ")).toBe("(s1 p a [inline side-s1 s1 s2 ] b q c n d )");
    expect(output.messages).toEqual([]);
  });

  const crew = { team_name: "crew", name: "bo" };
  it.each([
    [
      "A005: a teammate's parent is the call that gave its team and name",
      { teamName: "crew", name: "bo" },
      "t2 team-and-name",
    ],
    ["A042: a team alone is no link", { teamName: "crew" }, "- unanchored-agent"],
    ["A042: a name in another team is no link", { teamName: "band", name: "bo" }, "- unanchored-agent"],
  ])("%s", (_, meta, link) => {
    const output = read(
      {
        "s1.jsonl": jsonl(
          said("a", null, task("t1", "one", { team_name: "crew", name: "al" }), task("t2", "two", crew)),
          said("z", "a", words("done")),
        ),
        "s1/subagents/agent-7f.jsonl": side("7f", "What nobody asked for"),
      },
      { "s1/subagents/agent-7f.meta.json": { ...meta, taskKind: "in_process_teammate" } },
    );
    expect(spawned(output)).toEqual([`7f teammate ${link} 1`]);
  });

  it("A042: what a result says comes before team and name", () => {
    const output = read(
      {
        "s1.jsonl": jsonl(
          said("a", null, task("t1", "one"), task("t2", "two", crew)),
          user("r", "a", [result("t1")], { toolUseResult: { agentId: "7f" } }),
          said("z", "r", words("done")),
        ),
        "s1/subagents/agent-7f.jsonl": side("7f", "What nobody asked for"),
      },
      { "s1/subagents/agent-7f.meta.json": { teamName: "crew", name: "bo" } },
    );
    expect(spawned(output)).toEqual(["7f sync t1 result-agent-id 1"]);
  });

  it("A025: a call in the flat form is a tool call of the agent, and its other fields are kept", () => {
    const flat = {
      type: "assistant",
      uuid: "sc-tool-1",
      parentUuid: "sc-1",
      subtype: "tool_use",
      toolName: "Read",
      toolArguments: { file_path: "/src/main.py" },
      toolTurn: 3,
    };
    const { agents: found } = read({
      "s1.jsonl": jsonl(
        said("a", null, task("t1", "p")),
        user("sc-1", "a", "p", { isSidechain: true }),
        { ...flat, isSidechain: true },
        { ...said("sc-2", "sc-tool-1", words("ok")), isSidechain: true },
      ),
    });
    const [agent] = found as Agent[];
    expect(sequence([agent!])).toEqual(["[inline side-sc-1", "sc-1", "sc-tool-1", "sc-2", "]"]);
    const message = agent!.children[1] as Message;
    const call = message.children[0] as ToolCall;
    expect(call).toMatchObject({ type: "toolCall", name: "Read", input: { file_path: "/src/main.py" } });
    expect(message.data).toMatchObject({
      unknown: { toolTurn: 3 },
    });
  });

  it("A005: of two agents of one team and name the first takes the first call", () => {
    const output = read(
      {
        "s1.jsonl": main(["t1", "x"]),
        "s2.jsonl": jsonl(
          said("b", null, task("t2", "one", crew), task("t3", "two", crew)),
          said("c", "b", words(".")),
        ),
        "s2/subagents/agent-8a.jsonl": side("8a", "later", { timestamp: "2026-01-02T00:00:00Z" }),
        "s2/subagents/agent-9b.jsonl": side("9b", "earlier"),
      },
      Object.fromEntries(
        ["8a", "9b"].map((id) => [`s2/subagents/agent-${id}.meta.json`, { teamName: "crew", name: "bo" }]),
      ),
    );
    expect(spawned(output).sort()).toEqual(["8a teammate t3 team-and-name 1", "9b teammate t2 team-and-name 1"]);
    expect(output.messages).toContain("ambiguous-anchor");
  });
});
