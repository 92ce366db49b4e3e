import type { Message, Nodes, Repeat, Session, ToolCall } from "@ccdag/ccast";
import { walk } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { jsonl, main, read, result, said, side, task, user } from "./read.ts";

const words = (value: string) => ({ type: "text", text: value });
const handBack = (report: string) =>
  `[Subagent hand-back] The text below is the final report of a subagent. The report follows:\n${report.replace(/^/gm, "  ")}\nagentId: 7f (use SendMessage to continue)\n<usage>subagent_tokens: 15\ntool_uses: 3\nduration_ms: 1447</usage>`;
/** A call with a result, and its agent, which answers "all good\n\nreally". */
const answered = (content: unknown, toolUseResult: object = { agentId: "7f" }, answer = "all good\n\nreally") =>
  read({
    "s1.jsonl": jsonl(
      said("a", null, task("t1", "look around")),
      user("r", "a", [result("t1", content)], { toolUseResult }),
      said("z", "r", words("thanks")),
    ),
    "s1/subagents/agent-7f.jsonl": jsonl(user("7f1", null, "look around", { agentId: "7f" }), {
      ...said("7f2", "7f1", words(answer)),
      agentId: "7f",
    }),
  });
const callIn = ({ tree }: ReturnType<typeof read>) =>
  ((tree.children[0] as Session).children[0] as Message).children[0] as ToolCall;
const marks = (tree: Nodes) => {
  const found: Array<[string, Repeat]> = [];
  walk(tree, (node) => {
    if ("repeats" in node && node.repeats) found.push([node.type, node.repeats]);
  });
  return found;
};

describe("repeats", () => {
  it("the prompt of the call is the agent's first message", () => {
    expect(callIn(answered("other")).repeats).toEqual({ uuid: "7f1", agentId: "7f", rule: "agent-prompt" });
  });

  it.each([
    ["word for word", "all good\n\nreally"],
    ["with the note after it", "all good\n\nreally\nagentId: 7f\n<usage>total_tokens: 15</usage>"],
    ["with the note as a block of its own", [words("all good\n\nreally"), words("agentId: 7f (for resuming)")]],
    ["in the client's frame", handBack("all good\n\nreally")],
    [
      "in the frame, after a remark",
      `  <tools-used-before-summary>Bash</tools-used-before-summary>\n  \n${handBack("all good\n\nreally")}`,
    ],
  ])("the result is the agent's answer (%s)", (_, content) => {
    const { result: output } = callIn(answered(content));
    expect(output!.repeats).toEqual({ uuid: "7f2", agentId: "7f", rule: "agent-answer" });
    expect(output!.children.length).toBeGreaterThan(0);
  });

  it("the answer is found in the recorded report if it is not in the text", () => {
    const record = { agentId: "7f", content: [{ type: "text", text: "all good\n\nreally" }] };
    expect(callIn(answered("see the record", record)).result!.repeats!.rule).toBe("agent-answer");
  });

  it("an answer that the agent did not give is no repeat; the frame of the client is removed all the same", () => {
    const { result: output } = callIn(answered(handBack("something else\n  indented")));
    expect(output!.repeats).toBeUndefined();
    expect(output!.answer).toBe("something else\n  indented");
    expect(callIn(answered("plain")).result!.answer).toBeUndefined();
  });

  it("an agent in the background: the launch result is a receipt, the notification repeats the answer", () => {
    const notification = (id: string, status: string, answer: string) =>
      `<task-notification>\n<task-id>${id}</task-id>\n<status>${status}</status>\n<result>${answer}</result>\n<usage><total_tokens>15</total_tokens><tool_uses>1</tool_uses><duration_ms>5451</duration_ms></usage>\n</task-notification>`;
    const output = read({
      "s1.jsonl": jsonl(
        said("a", null, task("t1", "look")),
        user("r", "a", [result("t1", "Async agent launched successfully.\nagentId: 7f")], {
          toolUseResult: { agentId: "7f", isAsync: true, status: "async_launched" },
        }),
        user("n", "r", notification("7f", "completed", "found <b>it</b> </result> here")),
        user("m", "n", notification("b12", "completed", "a shell")),
      ),
      "agent-7f.jsonl": jsonl(
        user("7f1", null, "look", { agentId: "7f" }),
        said("7f2", "7f1", words("found <b>it</b> </result> here")),
      ),
    });
    expect(callIn(output).result).toMatchObject({ receipt: true });
    expect(callIn(output).result!.repeats).toBeUndefined();
    const [, , seventh, shell] = (output.tree.children[0] as Session).children as Message[];
    expect(seventh).toMatchObject({ about: "7f", repeats: { uuid: "7f2", agentId: "7f" } });
    expect(shell).not.toHaveProperty("about");
    expect(output.agents[0]).toMatchObject({
      status: "completed",
      usage: { total_tokens: 15 },
      toolUses: 1,
      durationMs: 5451,
    });
  });

  it("an agent with two prompts answers twice: each notification repeats its own answer", () => {
    const notify = (answer: string) =>
      `<task-notification><task-id>7f</task-id><result>${answer}</result></task-notification>`;
    const output = read({
      "s1.jsonl": jsonl(
        said("a", null, task("t1", "p1")),
        user("r", "a", [result("t1")], { toolUseResult: { agentId: "7f", isAsync: true } }),
        user("n1", "r", notify("one")),
        user("n2", "n1", notify("two")),
      ),
      "agent-7f.jsonl": jsonl(
        user("g1", null, "p1", { agentId: "7f" }),
        said("g2", "g1", words("one")),
        user("g3", "g2", "p2"),
        said("g4", "g3", words("two")),
      ),
    });
    expect(marks(output.tree).flatMap(([type, { uuid }]) => (type === "message" ? uuid : []))).toEqual(["g2", "g4"]);
  });

  it("prompt and result of a call that resumes an agent repeat the agent too", () => {
    const output = read({
      "s1.jsonl": jsonl(
        said("a", null, task("t1", "p1")),
        user("r", "a", [result("t1", "one")], { toolUseResult: { agentId: "7f", totalTokens: 5 } }),
        said("b", "r", task("t2", "p2", { resume: "7f" })),
        user("q", "b", [result("t2", "two\nagentId: 7f\n<usage>total_tokens: 99</usage>")]),
      ),
      "agent-7f.jsonl": jsonl(
        user("g1", null, "p1", { agentId: "7f" }),
        said("g2", "g1", words("one")),
        user("g3", "g2", "p2"),
        said("g4", "g3", words("two")),
      ),
    });
    expect(marks(output.tree).map(([, { uuid }]) => uuid)).toEqual(["g1", "g2", "g3", "g4"]);
    expect(output.agents).toMatchObject([{ usage: { total_tokens: 99 } }]);
  });

  it.each([
    ["a frame in the middle", "I quote:\n[Subagent hand-back] …\nand carry on", undefined],
    ["an id in the middle", "The log:\nagentId: 8a\nand more", undefined],
    [
      "a note after it",
      "The log:\nagentId: 8a\nand more\nagentId: 7f\n<usage>total_tokens: 1</usage>",
      "The log:\nagentId: 8a\nand more",
    ],
    ["an id at its beginning", "agentId: is a field", undefined],
  ])("an answer may quote text of a client: %s", (_, content, answer) => {
    expect(callIn(answered(content)).result!.answer).toBe(answer);
  });

  it("an answer that begins like a receipt is no receipt if the record says that the agent has ended", () => {
    const output = answered("Spawned successfully three workers.\nagent_id: x", { agentId: "7f", status: "completed" });
    expect(callIn(output).result!.receipt).toBeUndefined();
    expect(callIn(answered("Spawned successfully.\nagent_id: 7f\nname: bo", {})).result!.receipt).toBe(true);
  });

  it("an answer may quote a status: only the text of the client is read", () => {
    const output = answered("<status>failed</status>\nworktreePath: /x\nagentId: 7f\nworktreePath: /y", {});
    expect(output.agents[0]).toMatchObject({ worktree: "/y" });
    expect(output.agents[0]).not.toHaveProperty("status");
  });

  it("a fork begins with a copy of the call that spawned it", () => {
    const spawn = task("t1", "job", { subagent_type: "fork" });
    const output = read(
      {
        "s1.jsonl": jsonl(said("a", null, spawn), user("r", "a", [result("t1", "started")])),
        "s1/subagents/agent-7f.jsonl": jsonl(
          { ...said("g1", null, spawn), agentId: "7f" },
          user("g2", "g1", [
            result("t1", "that fork is you"),
            words("<fork-boilerplate>rules</fork-boilerplate>\nYour directive: job"),
          ]),
          said("g3", "g2", words("done")),
        ),
      },
      { "s1/subagents/agent-7f.meta.json": { toolUseId: "t1", isFork: true } },
    );
    expect(marks(output.tree)).toEqual([
      ["toolCall", { uuid: "g2", agentId: "7f", rule: "agent-prompt" }],
      ["toolCall", { uuid: "a", rule: "forked-call" }],
    ]);
  });

  it("a call of an agent that has the id of its own call by chance is no copy", () => {
    const output = read({
      "s1.jsonl": main(["t1", "p", { agentId: "7f" }]),
      "agent-7f.jsonl": jsonl(
        user("g1", null, "p", { agentId: "7f" }),
        said("g2", "g1", { type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } }),
      ),
    });
    expect(marks(output.tree).map(([, { rule }]) => rule)).toEqual(["agent-prompt"]);
  });

  it("progress of an agent is no content of the main thread", () => {
    const progress = {
      type: "progress",
      uuid: "p",
      parentUuid: "a",
      parentToolUseID: "t1",
      data: { type: "agent_progress", agentId: "7f", prompt: "p", message: user("7f1", null, "p") },
    };
    const output = read({
      "s1.jsonl": jsonl(said("a", null, task("t1", "p")), progress, user("r", "a", [result("t1")])),
      "agent-7f.jsonl": side("7f", "p"),
    });
    expect((output.tree.children[0] as Session).children.map((node) => node.type)).toEqual([
      "message",
      "agent",
      "notice",
    ]);
  });
});

describe("an agent that was stopped", () => {
  const ended = (words: string) => {
    const note = `<task-notification><task-id>7f</task-id><status>killed</status><summary>Agent "look" ${words}</summary></task-notification>`;
    const { agents } = read({
      "s1.jsonl": jsonl(
        said("a", null, task("t1", "Look around")),
        user("r", "a", [result("t1")], { toolUseResult: { agentId: "7f" } }),
        user("n", "r", note),
      ),
      "s1/subagents/agent-7f.jsonl": `${side("7f", "Look around")}${jsonl(user("7f3", "7f2", "[Request interrupted by user]", { agentId: "7f", isSidechain: true }))}`,
    });
    return agents[0]!.children.at(-1);
  };
  it("by Claude has an interrupt of the client at its end", () => {
    expect(ended("was stopped by Claude")).toMatchObject({ actor: "system", origin: "interrupt" });
    expect(ended("was stopped by the user")).toMatchObject({ actor: "human", origin: "interrupt" });
  });
});

describe("API calls that only progress holds", () => {
  const progress = (uuid: string, id: string, output: number, more: object = {}) => ({
    type: "progress",
    uuid,
    parentUuid: "a",
    sessionId: "s1",
    timestamp: "2026-01-01T00:00:05Z",
    parentToolUseID: "t1",
    data: {
      type: "agent_progress",
      agentId: "7f",
      message: {
        type: "assistant",
        message: { id, model: "claude-haiku", usage: { output_tokens: output } },
      },
      ...more,
    },
  });
  const begun = [said("a", null, task("t1", "Look around")), progress("p1", "m1", 1), progress("p2", "m1", 20)];

  it("belong to the agent whose transcript is gone, each once, with or without a result of its call", () => {
    const open = read({ "s1.jsonl": jsonl(...begun, progress("p3", "m2", 5)) });
    const ended = read({
      "s1.jsonl": jsonl(
        ...begun,
        progress("p3", "m2", 5),
        user("r", "a", [result("t1")], { toolUseResult: { agentId: "7f" } }),
      ),
    });
    for (const { agents } of [open, ended])
      expect(agents).toMatchObject([
        {
          agentId: "7f",
          missing: true,
          calls: [
            { uuid: "p2", messageId: "m1", model: "claude-haiku", usage: { output_tokens: 20 } },
            { uuid: "p3", messageId: "m2", usage: { output_tokens: 5 } },
          ],
        },
      ]);
  });

  it("are none where the transcript is there, or where a record holds no answer or names no agent", () => {
    const found = read({ "s1.jsonl": jsonl(...begun), "s1/subagents/agent-7f.jsonl": side("7f", "Look around") });
    expect(found.agents[0]!.calls).toMatchObject([{ messageId: "m1" }]);
    const whole = side("7f", "Look around").replace("m-7f2", "m1");
    const both = read({ "s1.jsonl": jsonl(...begun), "s1/subagents/agent-7f.jsonl": whole });
    expect(both.agents[0]!.calls).toBeUndefined();
    const odd = [
      progress("p1", "m1", 1, { agentId: "" }),
      progress("p2", "", 1),
      progress("p3", "m3", 1, { message: 5 }),
    ];
    expect(read({ "s1.jsonl": jsonl(begun[0]!, ...odd) }).agents).toEqual([expect.not.objectContaining({ calls: [] })]);
  });
});

describe("how an agent ended", () => {
  it("metadata beside the answer are fields of the agent; the record has priority over the note", () => {
    const record = {
      agentId: "7f",
      status: "completed",
      totalTokens: 20,
      totalToolUseCount: 4,
      totalDurationMs: 99,
      usage: { output_tokens: 5 },
      worktreePath: "/w/7f",
    };
    const output = answered(handBack("x"), record).agents[0];
    expect(output).toMatchObject({
      usage: { output_tokens: 5, total_tokens: 20 },
      toolUses: 4,
      durationMs: 99,
      worktree: "/w/7f",
      status: "completed",
    });
    expect(answered(handBack("x"), {}).agents[0]).toMatchObject({
      usage: { total_tokens: 15 },
      toolUses: 3,
      durationMs: 1447,
    });
    expect(answered("done\nagentId: 7f\nworktreePath: /w/8\n", {}).agents[0]).toMatchObject({ worktree: "/w/8" });
  });

  it.each<[string, object[], object | undefined, true | undefined]>([
    ["it answered", [said("g2", "g1", words("ok"))], {}, undefined],
    ["its last block is thinking", [said("g2", "g1", { type: "thinking", thinking: "hm" })], {}, true],
    [
      "no text follows its last call",
      [said("g2", "g1", { type: "tool_use", id: "b", name: "Bash", input: {} })],
      {},
      true,
    ],
    [
      "it was interrupted",
      [said("g2", "g1", words("ok")), user("g3", "g2", "[Request interrupted by user]")],
      {},
      true,
    ],
    ["its call has no result", [said("g2", "g1", words("ok"))], undefined, true],
    ["it failed", [said("g2", "g1", words("ok"))], { status: "failed" }, true],
    [
      "it answered with a tool",
      [said("g2", "g1", { type: "tool_use", id: "b", name: "StructuredOutput", input: {} })],
      {},
      undefined,
    ],
    ["it has no answer at all", [], {}, true],
    [
      "the client added a remark",
      [said("g2", "g1", words("ok")), user("g3", "g2", "x", { isMeta: true })],
      {},
      undefined,
    ],
    [
      "it sent its answer as a message",
      [said("g2", "g1", { type: "tool_use", id: "b", name: "SendMessage", input: {} })],
      {},
      undefined,
    ],
  ])("incomplete: %s", (_, records, record, expected) => {
    const output = read({
      "s1.jsonl": jsonl(
        said("a", null, task("t1", "p")),
        ...(record ? [user("r", "a", [result("t1")], { toolUseResult: { agentId: "7f", ...record } })] : []),
      ),
      "agent-7f.jsonl": jsonl(user("g1", null, "p", { agentId: "7f" }), ...(records as Array<Record<string, unknown>>)),
    });
    expect(output.agents[0]!.incomplete).toBe(expected);
  });

  it("messages of teammates have their sender, and name the agent if the sender is one", () => {
    const spawned = (name: string) => ({ status: "teammate_spawned", name, team_name: "crew" });
    const mail = (name: string, text: string) =>
      `<teammate-message teammate_id="${name}" color="blue">\n${text}\n</teammate-message>`;
    const output = read({
      "s1.jsonl":
        main(
          ["t1", "be bo", { ...spawned("bo"), agent_id: "b0" }],
          ["t2", "be cy", { ...spawned("cy"), agent_id: "c1" }],
        ) +
        jsonl(
          user("m1", "z", mail("bo", "done")),
          user("m2", "m1", `${mail("bo", "idle")}\n\n${mail("cy", "done")}`),
          user("m3", "m2", mail("eve", "hello")),
        ),
      "agent-b0.jsonl": jsonl(
        user("b1", null, mail("team-lead", "be bo"), { agentId: "b0" }),
        said("b2", "b1", words("ok")),
      ),
      "agent-c1.jsonl": side("c1", "be cy"),
    });
    const messages: Array<[string | undefined, string[] | undefined, string | undefined]> = [];
    walk(output.tree, (node) => {
      if (node.type === "message" && node.actor === "teammate") messages.push([node.uuid, node.senders, node.about]);
    });
    expect(messages).toEqual([
      ["b1", ["team-lead"], undefined],
      ["m1", ["bo"], "b0"],
      ["m2", ["bo", "cy"], undefined],
      ["m3", ["eve"], undefined],
    ]);
  });
});
