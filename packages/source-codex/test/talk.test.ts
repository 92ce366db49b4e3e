import { findEntry, type Root, walk } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { inputTokens, readHome } from "./home.ts";
import { id, idInTree, type Json, Rollout } from "./rollout.ts";

const a = id("a");
const eras = ["0.63.0", "0.130.0", "0.171.0"] as const;
const read = async (rollout: Rollout) => (await readHome([rollout])).rows.slice(1).map((row) => row.trim());

/** The structured results of all calls. */
function resultsIn(tree: Root): unknown[] {
  const found: unknown[] = [];
  walk(tree, (node) => {
    if (node.type === "toolCall") found.push(node.result?.structured);
  });
  return found;
}

describe("issue 43: what is said", () => {
  it.each(eras)("%s: prompts, thoughts, answers, calls and results, with model, folder and usage", async (era) => {
    const rollout = new Rollout(era, a)
      .prompt("Which knot?")
      .answer("Let me look.", [["c1", "exec_command", { cmd: "cat knots" }]]);
    rollout.output("c1", "Exit code: 1\nno such file").answer("A bowline.").done();
    const { rows, tree } = await readHome([rollout]);
    expect(rows).toEqual([
      "session a",
      "  prompt: Which knot?",
      "  reply: Let me look.",
      '  call exec_command {"cmd":"cat knots"}',
      "  error: Exit code: 1\nno such file",
      "  reply: A bowline.",
    ]);
    const answer = rollout.lines.findIndex((line) => (line["payload"] as Json)["role"] === "assistant");
    expect(findEntry(tree, idInTree(a, answer))[0]!.node).toMatchObject({
      model: "gpt-5.5",
      usage: { input_tokens: 70, cache_read_input_tokens: 30, output_tokens: 10 },
    });
    expect(inputTokens(tree)).toBe(200);
    expect(tree.children[0]).toMatchObject({ client: "codex", cwd: "/srv/harbor", version: era });
  });

  const patch = (id: string) => ["custom_tool_call", { name: "apply_patch", call_id: id, input: "*** Begin" }] as const;
  const added = { "/srv/harbor/a": { type: "add", content: "x\n" } };
  const given = { path: "/srv/harbor/a", before: null, after: "x\n" };
  const removed = { "/srv/harbor/b": { delete: { content: "y\n" } } };
  const taken = { path: "/srv/harbor/b", before: "y\n", after: null };
  const moved = { "/srv/harbor/c": { type: "update", unified_diff: "@@", move_path: "/srv/harbor/d" } };

  it.each<[string, (rollout: Rollout) => Rollout, object]>([
    ["a patch", (it) => it.shown("FileChange", { id: "c", status: "completed", changes: added }), { c: [given] }],
    [
      "a patch of an older version",
      (it) => it.event("patch_apply_end", { call_id: "c", success: true, changes: removed }),
      { c: [taken] },
    ],
    [
      "a move",
      (it) => it.shown("FileChange", { id: "c", status: "completed", changes: moved }),
      { c: [{ path: "/srv/harbor/c", diff: "@@", movedTo: "/srv/harbor/d" }] },
    ],
    [
      "several patches in code mode (X16)",
      (it) =>
        it
          .shown("FileChange", { id: "exec-1", status: "completed", changes: added })
          .shown("FileChange", { id: "exec-2", status: "completed", changes: removed }),
      { c: [given, taken] },
    ],
  ])("the result of %s has what it did to files (E10)", async (_, events, changes) => {
    const rollout = events(new Rollout("0.171.0", a).prompt("P").item(...patch("c"))).output("c", "Done.");
    const { tree } = await readHome([rollout]);
    expect(resultsIn(tree)).toEqual([{ fileChanges: changes }]);
  });

  it("of two patches at once, each result has its own; one that failed has none", async () => {
    const rollout = new Rollout("0.171.0", a)
      .prompt("P")
      .item(...patch("c"))
      .item(...patch("d"))
      .item(...patch("e"))
      .shown("FileChange", { id: "d", status: "completed", changes: removed })
      .shown("FileChange", { id: "e", status: "failed", changes: added })
      .shown("FileChange", { id: "c", status: "completed", changes: added })
      .output("c", "Done.")
      .output("d", "Done.")
      .output("e", "apply_patch verification failed: x");
    const { tree } = await readHome([rollout]);
    expect(resultsIn(tree)).toEqual([{ fileChanges: { c: [given] } }, { fileChanges: { d: [taken] } }, undefined]);
  });

  it.each<[string, string, Json, string]>([
    [
      "a thought",
      "reasoning",
      { summary: [{ text: "Rope." }, { text: "Tide." }], encrypted_content: "x" },
      "Rope.\nTide.",
    ],
    [
      "a patch",
      "custom_tool_call",
      { name: "apply_patch", call_id: "c", input: "*** Begin" },
      'call apply_patch {"input":"*** Begin"}',
    ],
    [
      "arguments that are no JSON",
      "function_call",
      { name: "f", call_id: "c", arguments: "{cut" },
      'call f {"arguments":"{cut"}',
    ],
    [
      "a tool of the API",
      "web_search_call",
      { id: "w", action: { query: "tides" } },
      'call web_search {"query":"tides"}',
    ],
    [
      "the first shell",
      "local_shell_call",
      { call_id: "c", action: { command: ["ls"] } },
      'call local_shell {"command":["ls"]}',
    ],
  ])("%s", async (_, type, payload, row) => {
    const { rows, tree } = await readHome([new Rollout("0.130.0", a).prompt("P").item(type, payload)]);
    expect(rows.join("\n") + JSON.stringify(tree)).toContain(type === "reasoning" ? JSON.stringify(row) : row);
  });

  it("images, in prompts and in results; parts of an unknown kind stay", async () => {
    const image = { type: "input_image", image_url: "data:image/png;base64,AAAA" };
    const rollout = new Rollout("0.171.0", a).prompt("P").answer("A", [["c", "view_image", {}]]);
    rollout.output("c", [image, { type: "input_text", text: "seen" }, { type: "hologram", shows: "rope" }]);
    const { tree } = await readHome([rollout]);
    const words = JSON.stringify(tree);
    expect(words).toContain('"type":"image"');
    expect(words).toContain('"mediaType":"image/png"');
    expect(words).toContain('"shows":"rope"');
  });

  it.each<[string, unknown, boolean]>([
    ["a command that succeeded", "Exit code: 0\nOutput:\nExit code: 1", false],
    ["a command that failed", "Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 2\n", true],
    ["a command that succeeded, newer", "Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\n", false],
    ["a command in JSON", '{"output":"no","metadata":{"exit_code":3}}', true],
    ["a call that was stopped", "Wall time: 3 seconds\naborted by user", true],
    ["a patch that did not apply", "apply_patch verification failed: x", true],
    ["a script, in parts", [{ type: "input_text", text: "Script failed\nx" }], true],
    ["other words about failures", "Script failed to impress: no, ‘Exit code: 1’ is a quotation", false],
    ["no text", { failed: true }, false],
  ])("the result of %s", async (_, output, isError) => {
    const rows = await read(
      new Rollout("0.130.0", a)
        .prompt("P")
        .answer("A", [["c", "f", {}]])
        .output("c", output),
    );
    expect(rows.some((row) => row.startsWith("error"))).toBe(isError);
  });
});

describe("issue 43: a message with the role of a person is a prompt, if it was typed (X1)", () => {
  const shell = "<user_shell_command>\n<command>\nls -l\n</command>\n<result>\nrope\n</result>\n</user_shell_command>";
  it.each<[string, Rollout["era"], (rollout: Rollout) => unknown, string | undefined]>([
    [
      "a typed one",
      "0.171.0",
      (one) => one.typed("<environment_context> is what?"),
      "prompt: <environment_context> is what?",
    ],
    ["a typed one, older", "0.63.0", (one) => one.typed("<turn_aborted> is what?"), "prompt: <turn_aborted> is what?"],
    ["one with the provenance of a person", "0.171.0", (one) => one.user("Hoist!", "user"), "prompt: Hoist!"],
    ["one of the client", "0.171.0", (one) => one.user("Hoist!", "harness"), undefined],
    ["one of the client, older", "0.130.0", (one) => one.user("<environment_context>x"), undefined],
    ["instructions", "0.63.0", (one) => one.user("# AGENTS.md instructions for /srv"), undefined],
    [
      "a goal that continues by itself",
      "0.130.0",
      (one) => one.user('<codex_internal_context source="goal">'),
      undefined,
    ],
    ["one without an event, after one with an event", "0.63.0", (one) => one.user("Warning: much rope."), undefined],
    [
      "a note of an agent",
      "0.130.0",
      (one) => one.user("<subagent_notification>{}"),
      "notification: <subagent_notification>{}",
    ],
    [
      "a command of the person (X15)",
      "0.130.0",
      (one) => one.user(shell),
      "bash: <bash-input>ls -l</bash-input>\n\n<bash-stdout>rope</bash-stdout>",
    ],
  ])("%s", async (_, era, say, row) => {
    const rollout = new Rollout(era, a).turn("P1");
    say(rollout);
    expect((await read(rollout)).slice(2)).toEqual(row === undefined ? [] : [row]);
  });

  it("a version that writes no events: what is not known to be put in was typed", async () => {
    const rollout = new Rollout("0.63.0", a)
      .user("<user_instructions>x")
      .user("Hoist!")
      .item("message", { role: "assistant", content: [{ type: "output_text", text: "Aye." }] });
    expect(await read(rollout)).toEqual(["prompt: Hoist!", "reply: Aye."]);
  });

  it("given while the model works, it is a prompt in the same turn (X14)", async () => {
    const rollout = new Rollout("0.171.0", a)
      .prompt("P1")
      .answer("A", [["c", "f", {}]])
      .output("c", "")
      .typed("P2")
      .answer("B")
      .done();
    expect((await read(rollout)).filter((row) => !/call|result/.test(row))).toEqual([
      "prompt: P1",
      "reply: A",
      "prompt: P2",
      "reply: B",
    ]);
  });
});

describe("issue 43: compactions (X10)", () => {
  const head = "Another language model started to solve this problem and has written:";
  const compact = (rollout: Rollout, summary = `${head}\nBoats.`) =>
    rollout.put("compacted", { message: summary, replacement_history: [{ role: "user" }] });

  it.each<[string, (rollout: Rollout) => unknown, string[]]>([
    [
      "a turn of its own: the person asked for it",
      (one) => compact(one.event("task_started")).event("context_compacted").done(),
      ["compaction manual: Boats."],
    ],
    [
      "inside a turn",
      (one) => compact(one.prompt("P2").answer("A")).put("turn_context", {}).answer("B").done(),
      ["prompt: P2", "reply: A", "compaction auto: Boats.", "reply: B"],
    ],
    [
      "before the prompt of a turn",
      (one) => compact(one.event("task_started")).typed("P2").answer("B").done(),
      ["compaction auto: Boats.", "prompt: P2", "reply: B"],
    ],
    [
      "the answer of the model is the summary, shown once",
      (one) =>
        compact(
          one.prompt("P2").item("message", { role: "assistant", content: [{ text: "Sum.", type: "output_text" }] }),
          `x\nSum.`,
        ),
      ["prompt: P2", "reply:", "compaction auto: Sum."],
    ],
    [
      "an answer that says the same is an answer",
      (one) => compact(one.prompt("P2").answer("Sum."), "Sum."),
      ["prompt: P2", "reply: Sum.", "compaction auto: Sum."],
    ],
    [
      "without a known first line, all of it",
      (one) => compact(one.event("task_started"), "One\nTwo").done(),
      ["compaction manual: One\nTwo"],
    ],
  ])("%s", async (_, say, rows) => {
    const rollout = new Rollout("0.130.0", a).turn("P1");
    say(rollout);
    expect((await read(rollout)).slice(2)).toEqual(rows);
  });

  it("0.63 records no turns, and says itself that it is done", async () => {
    const rollout = compact(new Rollout("0.63.0", a).turn("P1"))
      .event("agent_message", { message: "Compact task completed" })
      .turn("P2");
    expect((await read(rollout)).slice(2)).toEqual(["compaction ?: Boats.", "prompt: P2", "reply: Re: P2"]);
  });
});

describe("issue 43: what was stopped or broke", () => {
  const interrupt = "interrupt: [Request interrupted by user]";
  it.each<[string, Rollout["era"], (rollout: Rollout) => unknown, string[]]>([
    [
      "an interrupt, once (X11)",
      "0.130.0",
      (one) => one.user("<turn_aborted>\n</turn_aborted>").event("turn_aborted", { reason: "interrupted" }),
      [interrupt],
    ],
    ["an interrupt of 0.63", "0.63.0", (one) => one.event("turn_aborted", { reason: "interrupted" }), [interrupt]],
    [
      "two of them",
      "0.130.0",
      (one) => one.event("turn_aborted", {}).prompt("P2").event("turn_aborted", {}),
      [interrupt, "prompt: P2", interrupt],
    ],
    ["a turn that another one replaced", "0.130.0", (one) => one.event("turn_aborted", { reason: "replaced" }), []],
    ["a call without a result (X12)", "0.171.0", (one) => one.answer("A", [["c", "f", {}]]), ["reply: A", "call f {}"]],
    [
      "a text that only an event has (X12)",
      "0.63.0",
      (one) => one.event("agent_message", { message: "Cut." }),
      ["reply: Cut."],
    ],
    ["a thought that only an event has", "0.63.0", (one) => one.event("agent_reasoning", { text: "Hm." }), ["reply:"]],
    [
      "a text that broke, and the retry (X13)",
      "0.63.0",
      (one) => one.event("agent_message", { message: "Same." }).put("turn_context", {}).answer("Same."),
      ["reply: Same.", "reply: Same."],
    ],
  ])("%s", async (_, era, say, rows) => {
    const rollout = new Rollout(era, a).prompt("P1");
    say(rollout);
    expect((await read(rollout)).slice(1)).toEqual(rows);
  });
});
