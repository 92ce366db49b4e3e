import { describe, expect, it } from "vitest";
import { inputTokens, readHome } from "./home.ts";
import { id, type Json, Rollout } from "./rollout.ts";

const [a, b, c, d] = ["a", "b", "c", "d"].map(id) as [string, string, string, string];
const spawned = (parent_thread_id: string, more: Json = {}): Json => ({
  source: { subagent: { thread_spawn: { parent_thread_id, depth: 1, ...more } } },
});

describe("issue 43: agents are files of their own, whose call is (X7)", () => {
  const call = (rollout: Rollout) =>
    rollout.prompt("P1").answer("I ask.", [["call", "spawn_agent", { message: "Count the masts." }]]);
  const end = (rollout: Rollout) => rollout.answer("Two.").done();
  const agent = (era: Rollout["era"]) =>
    new Rollout(era, b, { at: 9, ...spawned(a, { agent_nickname: "Bosun" }) }).turn("Count the masts.", "Two masts.");

  it.each<[string, Rollout["era"], (rollout: Rollout) => unknown]>([
    [
      "named by an event",
      "0.171.0",
      (one) => one.shown("SubAgentActivity", { id: "call", kind: "started", agent_thread_id: b }),
    ],
    [
      "named by an event of the first generation",
      "0.171.0",
      (one) => one.shown("CollabAgentToolCall", { id: "call", tool: "spawn_agent", receiver_thread_ids: [b] }),
    ],
    [
      "named by an older event",
      "0.130.0",
      (one) => one.event("collab_agent_spawn_end", { call_id: "call", new_thread_id: b }),
    ],
    [
      "known from its result",
      "0.130.0",
      (one) => one.output("call", JSON.stringify({ agent_id: b, nickname: "Bosun" })),
    ],
  ])("%s", async (_, era, say) => {
    const main = new Rollout(era, a);
    call(main);
    say(main);
    end(main);
    const { rows } = await readHome([main, agent(era)]);
    expect(rows).toContain("  background agent Bosun of call");
    expect(rows).toContain("    prompt: Count the masts.");
  });

  it("not what the output of another tool names", async () => {
    const main = new Rollout("0.130.0", a)
      .prompt("P1")
      .answer("Reading.", [["call", "exec_command", { cmd: "cat x" }]]);
    main
      .output("call", JSON.stringify({ agent_id: b }))
      .answer("Done.")
      .done();
    const { rows } = await readHome([main, agent("0.130.0")]);
    expect(rows.find((row) => row.includes(" agent "))).toContain("of none");
  });

  it("none, if the client runs one for itself", async () => {
    const review = new Rollout("0.171.0", b, { at: 9, source: { subagent: "review" }, parent_thread_id: a }).turn(
      "Review.",
    );
    const { rows } = await readHome([new Rollout("0.171.0", a).turn("P1"), review]);
    expect(rows).toContain("  internal agent ? of none");
  });

  it("made by another agent, and found in the folder of the session at the top", async () => {
    const main = new Rollout("0.171.0", a).prompt("P1").answer("I ask.", [["one", "spawn_agent", {}]]);
    main.shown("SubAgentActivity", { id: "one", kind: "started", agent_thread_id: b }).answer("Done.").done();
    const outer = new Rollout("0.171.0", b, { at: 9, session_id: a, ...spawned(a, { agent_path: "/root/outer" }) });
    outer.prompt("T1").answer("I ask too.", [["two", "spawn_agent", {}]]);
    outer.shown("SubAgentActivity", { id: "two", kind: "started", agent_thread_id: c }).answer("Outer.").done();
    const inner = new Rollout("0.171.0", c, {
      at: 20,
      session_id: a,
      ...spawned(b, { agent_path: "/root/outer/inner" }),
    }).turn("T2");
    const { rows } = await readHome([main, outer, inner]);
    expect(rows.filter((row) => row.includes(" agent "))).toEqual([
      "  background agent outer of one",
      "    background agent inner of two",
    ]);
  });

  it("looked for in a parent that is gone, or that names itself, without an end", async () => {
    const lost = new Rollout("0.130.0", b, spawned(d)).turn("Lost?");
    const ring = new Rollout("0.130.0", c, spawned(c)).turn("Round?");
    const { rows } = await readHome([lost, ring]);
    expect(rows.filter((row) => row.includes("prompt")).map((row) => row.trim())).toEqual([
      "prompt: Round?",
      "prompt: Lost?",
    ]);
  });
});

describe("issue 43: an agent may begin with copies of its parent, which are not its own (X8)", () => {
  it("since 0.171 the header says where its own records begin", async () => {
    const main = new Rollout("0.171.0", a)
      .turn("P1")
      .prompt("P2")
      .answer("I ask.", [["call", "spawn_agent", {}]]);
    const talk = main.lines.filter(({ type, payload }) => {
      const { role, type: kind } = payload as Json;
      return type === "session_meta" || role === "user" || kind === "task_started";
    });
    const more = { forked_from_id: a, parent_thread_id: a, subagent_history_start_ordinal: talk.length + 1 };
    const agent = new Rollout("0.171.0", b, { at: 12, ...spawned(a), ...more }).copy(main, talk).turn("Carry on.");
    main
      .shown("CollabAgentToolCall", { id: "call", tool: "spawn_agent", receiver_thread_ids: [b] })
      .answer("Done.")
      .done();
    const { rows, tree } = await readHome([main, agent]);
    expect(rows.filter((row) => /prompt| agent /.test(row))).toEqual([
      "  prompt: P1",
      "  prompt: P2",
      "  fork agent ? of call",
      "    prompt: Carry on.",
    ]);
    expect(inputTokens(tree)).toBe(400);
  });

  it("before, they are found by comparing: items of answers are omitted, their events are not", async () => {
    const main = new Rollout("0.130.0", a)
      .turn("P1")
      .prompt("P2")
      .answer("I ask.", [["call", "spawn_agent", {}]]);
    const left = main.lines.filter(
      ({ payload }) => (payload as Json)["role"] !== "assistant" && (payload as Json)["type"] !== "function_call",
    );
    const agent = new Rollout("0.130.0", b, { at: 12, forked_from_id: a, ...spawned(a) })
      .copy(main, left)
      .turn("Carry on.");
    main
      .output("call", JSON.stringify({ agent_id: b }))
      .wait(9)
      .answer("Done.")
      .done();
    const { rows, tree } = await readHome([main, agent]);
    expect(rows.filter((row) => /prompt| agent |reply/.test(row))).toEqual([
      "  prompt: P1",
      "  reply: Re: P1",
      "  prompt: P2",
      "  reply: I ask.",
      "  fork agent ? of call",
      "    prompt: Carry on.",
      "    reply: Re: Carry on.",
      "  reply: Done.",
    ]);
    expect(inputTokens(tree)).toBe(400);
  });
});

describe("issue 43: messages between agents (X9)", () => {
  const text = (words: string) => ({ type: "input_text", text: words });
  const hidden = (encrypted_content: string) => ({ type: "encrypted_content", encrypted_content });
  const head = "Message Type: NEW_TASK\nTask name: /root/mate\nSender: /root\nPayload:\n";
  const read = async (content: Json[], more: Json = {}) => {
    const mate = spawned(a, { agent_path: "/root/mate" });
    const agent = new Rollout("0.171.0", b, { at: 9, ...mate }).item("agent_message", {
      author: "/root",
      recipient: "/root/mate",
      content,
      ...more,
    });
    const { rows } = await readHome([new Rollout("0.171.0", a).turn("P1"), agent.answer("Aye.")]);
    return rows.at(-2)!.trim();
  };

  it.each<[string, Json[], Json, string]>([
    ["a task is a prompt", [text(head), hidden("Take soundings.")], {}, "prompt: Take soundings."],
    ["its words may be in the message itself", [text(`${head}Take soundings.`)], {}, "prompt: Take soundings."],
    [
      "words that only the vendor can read are not shown",
      [text(head), hidden("gAAAAABo".repeat(9))],
      {},
      `notification: ${head}`,
    ],
    [
      "a task of another one is a note",
      [text(head), hidden("Rest.")],
      { recipient: "/root/cook" },
      `notification: ${head}\nRest.`,
    ],
    [
      "a report is a note",
      [text("Message Type: FINAL_ANSWER\nPayload:\nFive fathoms.")],
      {},
      "notification: Message Type: FINAL_ANSWER\nPayload:\nFive fathoms.",
    ],
  ])("%s", async (_, content, more, row) => expect(await read(content, more)).toBe(row.trim()));
});
