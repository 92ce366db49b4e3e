import type { Session } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { spawned, jsonl, main, read, result, said, side, task, user } from "./read.ts";

describe("the call that spawned an agent", () => {
  it.each([
    [
      "the sidecar names the call",
      { "s1/subagents/agent-7f.jsonl": side("7f", "other words") },
      { "s1/subagents/agent-7f.meta.json": { toolUseId: "t1", agentType: "scout" } },
      undefined,
      "meta-tool-use",
    ],
    [
      "the result names the agent",
      { "s1/subagents/agent-7f.jsonl": side("7f", "other words") },
      {},
      { agentId: "7f" },
      "result-agent-id",
    ],
    ["the prompt is equal", { "agent-7f.jsonl": side("7f", "Look around") }, {}, undefined, "prompt-exact"],
    ["the prompt is nearly equal", { "agent-7f.jsonl": side("7f", " look\naround ") }, {}, undefined, "prompt-normal"],
  ])("%s", (_, files, sidecars, toolUseResult, rule) => {
    expect(spawned(read({ "s1.jsonl": main(["t1", "Look around", toolUseResult]), ...files }, sidecars))).toEqual([
      `7f sync t1 ${rule} 1`,
    ]);
  });

  it("the text of the result names the agent", () => {
    const text = jsonl(
      said("a", null, task("t1", "x")),
      user("r", "a", [result("t1", [{ type: "text", text: "done\nagentId: 7f" }])]),
    );
    expect(spawned(read({ "s1.jsonl": text, "s1/subagents/agent-7f.jsonl": side("7f", "other") }))).toEqual([
      "7f sync t1 result-text-id 1",
    ]);
  });

  it("the recorded parent is the call, also with several calls in one entry; or progress names the call", () => {
    const inline = jsonl(user("x1", "a", "two", { isSidechain: true }), {
      ...said("x2", "x1", { type: "text", text: "ok" }),
      isSidechain: true,
    });
    expect(
      spawned(read({ "s1.jsonl": jsonl(said("a", null, task("t1", "one"), task("t2", "two"))) + inline })),
    ).toEqual(["side-x1 inline t2 sidechain-parent 1"]);
    const progress = {
      type: "progress",
      uuid: "p",
      parentUuid: "a",
      parentToolUseID: "t1",
      data: { type: "agent_progress", agentId: "7f" },
    };
    expect(
      spawned(
        read({
          "s1.jsonl": jsonl(said("a", null, task("t1", "one")), progress),
          "agent-7f.jsonl": side("7f", "other"),
        }),
      ),
    ).toEqual(["7f sync t1 sidechain-parent 1"]);
  });

  it.each([
    "<task-notification><task-id>7f</task-id><status>completed</status></task-notification>",
    "<agent-notification>\n<agent-id>7f</agent-id>\n<status>completed</status></agent-notification>",
  ])("a notification names the agent, if there is no other evidence: %s", (words) => {
    const output = user("n", null, words);
    expect(spawned(read({ "s1.jsonl": jsonl(output), "agent-7f.jsonl": side("7f", "other") }))).toEqual([
      "7f background - task-notification 1",
    ]);
  });

  it("the notification also names the call: then that call spawned the agent", () => {
    const words = "<task-notification><task-id>7f</task-id><tool-use-id>t1</tool-use-id></task-notification>";
    const files = {
      "s1.jsonl": jsonl(said("a", null, task("t1", "x")), user("n", "a", words)),
      "agent-7f.jsonl": side("7f", "other"),
    };
    expect(spawned(read(files))).toEqual(["7f background t1 task-notification 1"]);
  });

  it("A007: without evidence the agent is placed by its time, with a warning; without its session, in a session of that id", () => {
    const at = (second: number) => ({ timestamp: `2026-01-01T00:00:0${second}Z` });
    const {
      tree,
      agents: found,
      messages,
    } = read({
      "s1.jsonl": jsonl(
        user("u", null, "hi", at(1)),
        user("v", "u", "carry on", at(5)),
        user("w", "v", "and on", at(9)),
      ),
      "agent-7f.jsonl": side("7f", "nobody asked", at(6)),
      "agent-6e.jsonl": side("6e", "Warmup", at(0)),
      "s9/subagents/agent-8a.jsonl": side("8a", "x"),
    });
    expect(found.map(({ agentId, mode, from }) => [agentId, mode, from.rule])).toEqual([
      ["6e", "warmup", "unanchored-agent"],
      ["7f", "sync", "unanchored-agent"],
      ["8a", "sync", "unanchored-agent"],
    ]);
    const [session, other] = tree.children as [Session, Session];
    expect(
      session.children.map((node) => (node.type === "agent" ? node.agentId : "uuid" in node && node.uuid)),
    ).toEqual(["u", "6e", "v", "7f", "w"]);
    expect(other.sessionId).toBe("s9");
    expect(messages.filter((rule) => rule === "unanchored-agent")).toHaveLength(2);
  });

  it("two agents with one prompt: the first call spawned the first agent, with a warning", () => {
    const files = {
      "s1.jsonl": main(["t1", "same"], ["t2", "same"]),
      "agent-b.jsonl": side("b", "same", { timestamp: "2026-01-01T00:00:01Z" }),
      "agent-a.jsonl": side("a", "same", { timestamp: "2026-01-01T00:00:02Z" }),
    };
    const output = read(files);
    expect(spawned(output).sort()).toEqual(["a sync t2 prompt-exact 1", "b sync t1 prompt-exact 1"]);
    expect(output.messages.filter((rule) => rule === "ambiguous-anchor")).toHaveLength(1);
  });

  it("a prompt that is passed on word for word: each agent is spawned by the one above it", () => {
    const level = (name: string, more: object = {}) =>
      jsonl(user(`${name}1`, null, "dig", { isSidechain: true, agentId: name }), {
        ...said(`${name}2`, `${name}1`, task(`t-${name}`, "dig")),
        isSidechain: true,
        agentId: name,
        ...more,
      });
    const output = read({
      "s1.jsonl": main(["t0", "dig"]),
      "s1/subagents/agent-a.jsonl": level("a"),
      "s1/subagents/agent-b.jsonl": level("b"),
      "s1/subagents/agent-c.jsonl": level("c"),
    });
    expect(output.agents.map(({ nestingLevel }) => nestingLevel).sort((x, y) => x - y)).toEqual([1, 2, 3]);
  });

  it("a link that would make an agent its own ancestor is never made", () => {
    const caller = (name: string) =>
      jsonl(user(`${name}1`, null, name, { isSidechain: true, agentId: name }), {
        ...said(`${name}2`, `${name}1`, task(`t-${name}`, "x")),
        isSidechain: true,
        agentId: name,
      });
    const output = read(
      {
        "s1.jsonl": jsonl(user("u", null, "hi")),
        "s1/subagents/agent-a.jsonl": caller("a"),
        "s1/subagents/agent-b.jsonl": caller("b"),
      },
      {
        "s1/subagents/agent-a.meta.json": { toolUseId: "t-b" },
        "s1/subagents/agent-b.meta.json": { toolUseId: "t-a" },
      },
    );
    expect(spawned(output)).toEqual(["b sync - unanchored-agent 1", "a sync t-b meta-tool-use 2"]);
  });

  it("a tool id that two agents used: the sidecar names the agent that made the call", () => {
    const caller = (name: string) =>
      jsonl(user(`${name}1`, null, name, { isSidechain: true, agentId: name }), {
        ...said(`${name}2`, `${name}1`, task("t1", "x")),
        isSidechain: true,
        agentId: name,
      });
    const output = read(
      {
        "s1.jsonl": main(["ta", "a", { agentId: "a" }], ["tb", "b", { agentId: "b" }]),
        "s1/subagents/agent-a.jsonl": caller("a"),
        "s1/subagents/agent-b.jsonl": caller("b"),
        "s1/subagents/agent-c.jsonl": side("c", "deep"),
      },
      { "s1/subagents/agent-c.meta.json": { toolUseId: "t1", parentAgentId: "b" } },
    );
    expect(output.agents.find(({ agentId }) => agentId === "c")!.from.uuid).toBe("b2");
  });

  it("the answer may quote another id: the client's line comes last", () => {
    const text = jsonl(
      said("a", null, task("t1", "x"), task("t2", "y")),
      user("r", "a", [result("t1", "agentId: 8a\nwas here\nagentId: 7f (for resuming)"), result("t2", "agentId: 8a")]),
    );
    const output = read({ "s1.jsonl": text, "agent-7f.jsonl": side("7f", "-"), "agent-8a.jsonl": side("8a", "-") });
    expect(spawned(output)).toEqual(["7f sync t1 result-text-id 1", "8a sync t2 result-text-id 1"]);
  });

  it.each<[string, Record<string, unknown>, string, Record<string, unknown>]>([
    ["the result names the run", { runId: "wf_1" }, "launched", {}],
    ["the result names its folder", { transcriptDir: "s1/subagents/workflows/wf_1/" }, "launched", {}],
    [
      "the result names the task of the run",
      { taskId: "k1" },
      "launched",
      { "s1/workflows/wf_1.json": { taskId: "k1" } },
    ],
    ["the text names the task", {}, "Task ID: k1\nSummary", { "s1/workflows/wf_1.json": { taskId: "k1" } }],
  ])("workflow: %s", (_, toolUseResult, words, sidecars) => {
    const call = { type: "tool_use", id: "t1", name: "Workflow", input: { script: "…" } };
    const output = read(
      {
        "s1.jsonl": jsonl(said("a", null, call), user("r", "a", [result("t1", words)], { toolUseResult })),
        "s1/subagents/workflows/wf_1/agent-7f.jsonl": side("7f", "map"),
        "s1/subagents/workflows/wf_2/agent-8a.jsonl": side("8a", "other run"),
      },
      { ...sidecars, "s1/subagents/workflows/wf_1/journal.jsonl": [{ agentId: "7f", phase: "Map", label: "loader" }] },
    );
    expect(spawned(output)).toEqual(["7f workflow t1 workflow-run 1", "8a workflow - unanchored-agent 1"]);
    expect(output.agents[0]!.description).toBe("Map: loader");
  });

  it.each<[string, Record<string, unknown>, object]>([
    ["by id", { agentId: "7f", status: "completed" }, { agentId: "7f", mode: "sync" }],
    [
      "a teammate in a separate terminal",
      { status: "teammate_spawned", teammate_id: "bo@crew", name: "bo", team_name: "crew" },
      { agentId: "bo@crew", mode: "teammate", name: "bo", team: "crew" },
    ],
  ])("a result names an agent that has no transcript (%s): a stub under its call", (_, toolUseResult, expected) => {
    const output = read({ "s1.jsonl": main(["t1", "look", toolUseResult]) });
    expect(spawned(output)).toEqual([expect.stringMatching(/ t1 missing-agent 1$/)]);
    expect(output.agents[0]).toMatchObject({ ...expected, missing: true, description: "look", messageCount: 0 });
    expect(output.agents[0]!.incomplete).toBeUndefined();
  });

  it("an agent that is resumed is no stub, and is spawned once", () => {
    const output = read({
      "s1.jsonl": main(["t1", "p", { agentId: "7f" }], ["t2", "more", { agentId: "7f" }]),
      "agent-7f.jsonl": side("7f", "p"),
    });
    expect(spawned(output)).toEqual(["7f sync t1 result-agent-id 1"]);
  });

  describe("the session of a teammate in a pane of a terminal", () => {
    const at = (second: number) => ({ timestamp: `2026-01-01T00:00:0${second}Z` });
    const call = (id: string, second: number, status = "teammate_spawned") => [
      { ...said(`a${id}`, null, task(id, "dig", { name: "bo", team_name: "crew" })), ...at(second) },
      user(`r${id}`, `a${id}`, [result(id)], {
        toolUseResult: { status, teammate_id: "bo@crew", name: "bo", team_name: "crew" },
        ...at(second),
      }),
    ];
    const session = (id: string, second: number, more: object = { teamName: "crew", agentName: "bo" }) =>
      jsonl(user(`u${id}`, null, "dig", { sessionId: id, ...at(second), ...more }), {
        ...said(`v${id}`, `u${id}`, { type: "text", text: "dug" }),
        sessionId: id,
        ...at(second),
        ...more,
      });

    it("is that agent of the last call before it that spawned no other one", () => {
      const files = { "s1.jsonl": jsonl(...call("t1", 1), ...call("t2", 4)), "s2.jsonl": session("s2", 2) };
      const found = read({ ...files, "s3.jsonl": session("s3", 5), "s4.jsonl": session("s4", 6) });
      expect(spawned(found)).toEqual([
        "bo@crew teammate t1 teammate-session 1",
        "bo@crew teammate t2 teammate-session 1",
      ]);
      expect(found.tree.children.map((node) => (node.type === "session" ? node.sessionId : node.type))).toEqual(
        // All calls before it are taken: nothing says whose teammate it is.
        ["s1"].concat("s4"),
      );
    });

    it.each([
      ["no call names it", session("s2", 2, { teamName: "crew", agentName: "cy" })],
      ["it began before the call", session("s2", 0)],
      ["only some records name it", session("s2", 2) + jsonl(user("w", "vs2", "and more", { sessionId: "s2" }))],
      [
        "its records name several",
        session("s2", 2) + jsonl(user("w", "vs2", "and", { sessionId: "s2", teamName: "crew", agentName: "cy" })),
      ],
    ])("stays a session where %s", (_, text) => {
      const { tree, agents: found } = read({ "s1.jsonl": jsonl(...call("t1", 1)), "s2.jsonl": text });
      expect(found).toMatchObject([{ agentId: "bo@crew", missing: true }]);
      expect(tree.children).toHaveLength(2);
    });

    it("stays a session where the user named it", () => {
      const files = { "s1.jsonl": jsonl(...call("t1", 1)), "s2.jsonl": session("s2", 2) };
      const { tree } = read(files, {}, { path: "s2.jsonl", isWhole: false });
      expect(tree.children).toHaveLength(2);
    });
  });

  it("a teammate is recognised by its first message, which contains the prompt", () => {
    const launched = { status: "teammate_spawned", name: "bo", team_name: "crew" };
    const message = '<teammate-message teammate_id="team-lead" summary="look">\nLook   around, bo\n</teammate-message>';
    const output = read({
      "s1.jsonl": main(["t1", "look around, bo", launched]),
      "s1/subagents/agent-7f.jsonl": side("7f", message),
    });
    expect(spawned(output)).toEqual(["7f teammate t1 prompt-normal 1"]);
    expect(output.agents[0]).toMatchObject({ name: "bo", team: "crew" });
    const named = read(
      { "s1.jsonl": main(["t1", "x", undefined]), "s1/subagents/agent-7f.jsonl": side("7f", "X") },
      { "s1/subagents/agent-7f.meta.json": { name: "cy", taskKind: "in_process_teammate" } },
    );
    expect(spawned(named)).toEqual(["7f teammate t1 prompt-normal 1"]);
  });

  describe("agents and calls that belong together", () => {
    const inSession = (name: string, prompt: string, toolUseResult: object) =>
      jsonl(
        { ...said(`${name}a`, null, task("t1", prompt)), sessionId: name },
        user(`${name}r`, `${name}a`, [result("t1")], { sessionId: name, toolUseResult }),
      );

    it("an id belongs to its session: agents of one id in two sessions each have their own call", () => {
      const output = read({
        "s1.jsonl": inSession("s1", "p", { agentId: "7f" }),
        "s2.jsonl": inSession("s2", "p", { agentId: "7f" }),
        "s1/subagents/agent-7f.jsonl": jsonl(user("x", null, "p", { agentId: "7f" })),
        "s2/subagents/agent-7f.jsonl": jsonl(user("y", null, "p", { agentId: "7f" })),
      });
      expect(output.agents.map(({ from }) => from.uuid)).toEqual(["s1r", "s2r"]);
    });

    it("so does a stub: teammates of one name in two sessions are two agents", () => {
      const launched = { status: "teammate_spawned", teammate_id: "bo@team", name: "bo" };
      const files = { "s1.jsonl": inSession("s1", "p", launched), "s2.jsonl": inSession("s2", "p", launched) };
      expect(spawned(read(files))).toHaveLength(2);
    });

    it("an internal agent is spawned by no call, though its parent is one", () => {
      const internal = jsonl(user("c1", "a", "p", { agentId: "acompact-1", isSidechain: true }));
      const output = read({
        "s1.jsonl": main(["t1", "p"]),
        "s1/subagents/agent-acompact-1.jsonl": internal,
        "s1/subagents/agent-7f.jsonl": side("7f", "p"),
      });
      expect(spawned(output).sort()).toEqual(["7f sync t1 prompt-exact 1", "acompact-1 internal - sidechain-parent 1"]);
    });

    it("a sidechain below several calls of one entry is spawned by the one that launches agents", () => {
      const bash = { type: "tool_use", id: "b", name: "Bash", input: { command: "ls" } };
      const output = read({
        "s1.jsonl": jsonl(said("a", null, bash, task("t1", "p")), user("x", "a", "p\n", { isSidechain: true })),
      });
      expect(output.agents[0]!.from.toolUseId).toBe("t1");
    });

    it("an agent of a workflow takes no call from another agent with its prompt", () => {
      const launch = { type: "tool_use", id: "w1", name: "Workflow", input: { script: "…" } };
      const output = read({
        "s1.jsonl": jsonl(
          said("a", null, launch, task("t1", "review")),
          user("r", "a", [result("w1")], { toolUseResult: { runId: "wf_1" } }),
          user("q", "a", [result("t1")]),
        ),
        "s1/subagents/workflows/wf_1/agent-w.jsonl": side("w", "review"),
        "s1/subagents/agent-z.jsonl": side("z", "review"),
      });
      expect(spawned(output).sort()).toEqual(["w workflow w1 workflow-run 1", "z sync t1 prompt-exact 1"]);
    });

    it("an id that an answer quotes, or that another tool prints, names no agent", () => {
      const other = { type: "tool_use", id: "m", name: "mcp__ops__ask", input: { prompt: "p" } };
      const output = read({
        "s1.jsonl": jsonl(
          said("a", null, task("t1", "one"), task("t2", "two"), other),
          user("r", "a", [
            result("t1", "The log says\nagentId: 8a\nand more."),
            result("t2", "ok"),
            result("m", "agent_id: support"),
          ]),
        ),
        "agent-7f.jsonl": side("7f", "one"),
        "agent-8a.jsonl": side("8a", "two"),
      });
      expect(spawned(output).sort()).toEqual(["7f sync t1 prompt-exact 1", "8a sync t2 prompt-exact 1"]);
    });

    it("of several calls with one prompt, the one that was open when the agent began is taken", () => {
      const at = (second: number) => ({ timestamp: `2026-01-01T00:00:${String(second).padStart(2, "0")}Z` });
      const output = read({
        "s1.jsonl": jsonl(
          { ...said("a", null, task("t1", "same")), ...at(1) },
          user("ra", "a", [result("t1")], at(5)),
          { ...said("b", "ra", task("t2", "same")), ...at(10) },
          user("rb", "b", [result("t2")], at(15)),
        ),
        "agent-7f.jsonl": side("7f", "same", at(11)),
      });
      expect(spawned(output)).toEqual(["7f sync t2 prompt-exact 1"]);
    });
  });
});
