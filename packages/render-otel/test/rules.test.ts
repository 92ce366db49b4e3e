import {
  agent,
  answer,
  branch,
  compaction,
  image,
  message,
  notice,
  session,
  thinking,
  toolCall,
  toolResult,
  tree,
} from "@ccdag/testkit";
import type { FlowContent } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { toOtlp } from "../src/index.ts";
import { draw, operationOf, plain, spansOf } from "./spans.ts";

const start = 1_773_493_200_000;
/** A time some seconds after the beginning. */
const at = (seconds: number) => start + 1000 * seconds;
const prompt = (uuid: string, seconds: number, ...content: string[]) =>
  message({ uuid, timestamp: at(seconds) }, ...content);
const reply = (uuid: string, seconds: number, ...content: Parameters<typeof answer>[1][]) =>
  answer({ uuid, timestamp: at(seconds), model: "claude-opus-4-5" }, ...content);
const call = (id: string, end: number | undefined, more: object = {}) =>
  toolCall(
    { name: "Bash", id, ...more },
    { command: id },
    end === undefined ? undefined : toolResult({ timestamp: at(end) }, "done"),
  );
const result = (end: number, isError?: true) => toolResult({ timestamp: at(end), isError }, "done");
const spans = (...children: FlowContent[]) => spansOf(tree(session("s1", ...children)));

describe("spans", () => {
  const from = { uuid: "a1", toolUseId: "t1", rule: "result-agent-id" };
  const rows: ReadonlyArray<readonly [rule: string, flow: FlowContent[], wanted: string[]]> = [
    [
      "a turn lasts from its prompt to its last answer, an answer since what came before it, a call to its result",
      [prompt("u1", 0, "Go"), reply("a1", 2, call("t1", 5)), reply("a2", 9, "Done"), prompt("u2", 60, "Thanks")],
      [
        "session 60s",
        "  invoke_agent Claude Code 9s",
        "    chat claude-opus-4-5 2s",
        "    execute_tool Bash 3s",
        "    chat claude-opus-4-5 4s",
        "  invoke_agent Claude Code 0s",
      ],
    ],
    [
      "a call that failed is an error",
      [prompt("u1", 0), reply("a1", 1, toolCall({ name: "Read", id: "t1" }, {}, result(2, true)))],
      ["session 2s", "  invoke_agent Claude Code 2s", "    chat claude-opus-4-5 1s", "    execute_tool Read 1s !"],
    ],
    [
      "an agent is below its call, and what it does is below the agent",
      [
        prompt("u1", 0),
        reply("a1", 1, call("t1", 8, { name: "Task", agents: ["x"] })),
        agent(
          { agentId: "x", agentType: "Explore", from },
          message({ uuid: "x1", actor: "assistant", timestamp: at(2) }, "Look"),
          reply("x2", 4, call("t2", 6)),
          reply("x3", 7, "Found"),
        ),
      ],
      [
        "session 8s",
        "  invoke_agent Claude Code 8s",
        "    chat claude-opus-4-5 1s",
        "    execute_tool Task 7s",
        "      invoke_agent Explore 5s",
        "        chat claude-opus-4-5 2s",
        "        execute_tool Bash 2s",
        "        chat claude-opus-4-5 1s",
      ],
    ],
    [
      "an agent in the background lasts longer than its call and its turn",
      [
        prompt("u1", 0),
        reply("a1", 1, call("t1", 2, { name: "Task", agents: ["x"] })),
        agent({ agentId: "x", mode: "background", from }, reply("x1", 90, "Found")),
        reply("a2", 3, "It runs"),
      ],
      [
        "session 90s",
        "  invoke_agent Claude Code 3s",
        "    chat claude-opus-4-5 1s",
        "    execute_tool Task 1s",
        "      invoke_agent 89s",
        "        chat claude-opus-4-5 89s",
        "    chat claude-opus-4-5 1s",
      ],
    ],
    [
      "a call without a result lasts as long as its agent",
      [
        prompt("u1", 0),
        reply("a1", 1, call("t1", undefined, { name: "Task", agents: ["x"] })),
        agent({ agentId: "x", from, incomplete: true }, reply("x1", 5, "Hm")),
      ],
      [
        "session 5s",
        "  invoke_agent Claude Code 5s",
        "    chat claude-opus-4-5 1s",
        "    execute_tool Task 4s",
        "      invoke_agent 4s !",
        "        chat claude-opus-4-5 4s",
      ],
    ],
    [
      "clocks that go backwards give no negative duration",
      [prompt("u1", 10), reply("a1", 4, toolCall({ name: "Bash", id: "t1" }, {}, result(2)))],
      ["session 6s", "  invoke_agent Claude Code 6s", "    chat claude-opus-4-5 0s", "    execute_tool Bash 0s"],
    ],
    [
      "an answer that another message interrupts is one span; an error of the API is one, too",
      [
        prompt("u1", 0),
        answer({ uuid: "a1", timestamp: at(1), messageId: "m", requestId: "r", usage: { output_tokens: 1 } }, "Half"),
        message({ uuid: "u2", origin: "steering", timestamp: at(2) }, "Faster"),
        answer({ uuid: "a2", timestamp: at(3), messageId: "m", requestId: "r", usage: { output_tokens: 7 } }, "Whole"),
        answer({ uuid: "a3", timestamp: at(4), origin: "api-error", model: "<synthetic>" }, "Overloaded"),
      ],
      ["session 4s", "  invoke_agent Claude Code 4s", "    chat 3s", "    chat 1s !"],
    ],
  ];
  it.each(rows)("%s", (_, flow, wanted) => expect(draw(spans(...flow))).toEqual(wanted));

  it("a session that continues another one is a trace of its own, which names the other by a link", () => {
    const below = session({ sessionId: "s2", from: { uuid: "a1", sessionId: "s1" } }, prompt("u2", 9, "And now"));
    const all = spans(prompt("u1", 0, "Go"), reply("a1", 1, "Done"), below);
    const [root] = all;
    const other = all.find(({ traceId, parentSpanId }) => traceId !== root!.traceId && parentSpanId === undefined)!;
    const chat = all.find((span) => operationOf(span) === "chat")!;
    expect(other.links).toMatchObject([{ traceId: chat.traceId, spanId: chat.spanId }]);
  });
});

describe("attributes", () => {
  it("mark what is in an abandoned branch, also in one within it", () => {
    const inner = branch({ uuid: "b2", from: { uuid: "a2" }, active: true }, prompt("b2", 4, "Again"));
    const all = spans(
      prompt("u1", 0),
      reply("a1", 1, "Done"),
      branch({ uuid: "b1", from: { uuid: "a1" } }, prompt("b1", 2), reply("a2", 3, "Left"), inner),
      branch({ uuid: "b3", from: { uuid: "a1" }, active: true }, prompt("b3", 5, "Right")),
    );
    expect(all.map((span) => [plain(span)["ccdag.branch.id"], plain(span)["ccdag.branch.abandoned"]])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
      ["b1", true],
      ["b1", true],
      ["b2", true],
      ["b3", false],
    ]);
  });

  it("hold prompts, answers, arguments and results, each once and whole", () => {
    const long = "word ".repeat(100_000);
    const bash = toolCall({ name: "Bash", id: "t1" }, { command: "ls" }, toolResult({}, "a.ts", image()));
    const [, turn, chat, tool] = spans(message("u1", long), answer("a1", thinking("Hm"), "These:", bash)).map(plain);
    expect(JSON.parse(turn!["gen_ai.input.messages"] as string)).toEqual([
      { role: "user", parts: [{ type: "text", content: long }], uuid: "u1" },
    ]);
    expect(JSON.parse(chat!["gen_ai.output.messages"] as string)).toEqual([
      {
        role: "assistant",
        parts: [
          { type: "reasoning", content: "Hm" },
          { type: "text", content: "These:" },
          { type: "tool_call", id: "t1", name: "Bash" },
        ],
        finish_reason: "tool_call",
      },
    ]);
    expect(tool).toMatchObject({
      "gen_ai.tool.call.id": "t1",
      "gen_ai.tool.name": "Bash",
      "gen_ai.tool.call.arguments": '{"command":"ls"}',
    });
    expect(JSON.parse(tool!["gen_ai.tool.call.result"] as string)).toMatchObject([
      { type: "text", content: "a.ts" },
      { type: "blob", modality: "image" },
    ]);
  });

  it("hold what was said beside a prompt: the input of the next answer, or of the turn if none came", () => {
    const meta = (uuid: string) => message({ uuid, origin: "meta", actor: "system" }, uuid);
    const all = spans(message("u1", "Go"), meta("m1"), answer("a1", "Done"), meta("m2"));
    const inputs = all.map((span) => {
      const input = plain(span)["gen_ai.input.messages"];
      return input === undefined
        ? []
        : (JSON.parse(input as string) as Array<{ uuid: string }>).map(({ uuid }) => uuid);
    });
    expect(inputs).toEqual([[], ["u1", "m2"], ["m1"]]);
  });

  it("count tokens of the cache as input, as the conventions do", () => {
    const usage = {
      input_tokens: 3,
      output_tokens: 5,
      cache_read_input_tokens: 70,
      cache_creation_input_tokens: 200,
    };
    expect(plain(spans(answer({ uuid: "a1", usage, model: "us.anthropic.claude-x" }))[1]!)).toMatchObject({
      "gen_ai.provider.name": "aws.bedrock",
      "gen_ai.usage.input_tokens": 273,
      "gen_ai.usage.output_tokens": 5,
      "gen_ai.usage.cache_read.input_tokens": 70,
      "gen_ai.usage.cache_creation.input_tokens": 200,
    });
  });

  it.each([
    ["claude-code", undefined, "anthropic"],
    ["codex", "gpt-5.2-codex", "openai"],
    ["opencode", "o3", "openai"],
    ["pi", "gemini-3-pro", "gcp.gemini"],
    ["opencode", "qwen3", "opencode"],
  ])("%s with the model %s: provider %s", (client, model, provider) => {
    const [, chat] = spansOf(tree(session({ sessionId: "s1", client }, answer({ uuid: "a1", model }))));
    expect(plain(chat!)["gen_ai.provider.name"]).toBe(provider);
  });
});

describe("events", () => {
  it("are records of the client: of the call that they name, else of the turn", () => {
    const hook = notice({ entryType: "progress", uuid: "n1", toolUseId: "t1", value: "Hook ran", timestamp: at(3) });
    const [root, turn, , tool] = spans(
      notice({ entryType: "custom-title", value: "Title" }),
      prompt("u1", 0),
      reply("a1", 1, call("t1", 5)),
      hook,
      compaction({ uuid: "c1", trigger: "auto", timestamp: at(6) }, "Summary"),
    );
    expect(root!.events).toMatchObject([{ name: "ccdag.record", timeUnixNano: `${at(0)}000000` }]);
    expect(tool!.events?.map((event) => [event.timeUnixNano, plain(event)["ccdag.record.text"]])).toEqual([
      [`${at(3)}000000`, "Hook ran"],
    ]);
    expect(turn!.events?.map(plain)).toEqual([
      {
        "ccdag.entry.uuid": "c1",
        "ccdag.compaction.trigger": "auto",
        "ccdag.compaction.summary": '[{"type":"text","content":"Summary"}]',
      },
    ]);
  });
});

describe("answers without a text", () => {
  const usage = { input_tokens: 1, output_tokens: 2 };

  it("are those of an adviser that the model asked, below the answer", () => {
    const iterations = [{ type: "advisor_message", model: "claude-opus-4-5", input_tokens: 9, output_tokens: 8 }];
    const all = spans(
      answer({ uuid: "a1", timestamp: at(1), model: "claude-haiku-4-5", usage: { ...usage, iterations } }),
    );
    expect(draw(all)).toEqual(["session 0s", "  chat claude-haiku-4-5 0s", "    chat claude-opus-4-5 0s"]);
    expect(all.map((span) => plain(span)["gen_ai.usage.output_tokens"])).toEqual([undefined, 2, 8]);
  });

  it("are those that only progress records of an agent hold", () => {
    const calls = [{ messageId: "m1", model: "claude-haiku-4-5", timestamp: at(2), usage }];
    const all = spans(prompt("u1", 0), agent({ agentId: "x", missing: true, calls, startedAt: at(1), endedAt: at(3) }));
    expect(draw(all)).toEqual([
      "session 3s",
      "  invoke_agent Claude Code 3s",
      "    invoke_agent 2s",
      "      chat claude-haiku-4-5 0s",
    ]);
    expect(plain(all[3]!)).toMatchObject({ "gen_ai.response.id": "m1", "gen_ai.usage.output_tokens": 2 });
  });
});

describe("ids", () => {
  it("are the same for the same entry, whatever stands beside it, and no two spans have one", () => {
    const one = session("s1", message("u1"), answer("a1", call("t1", 1), call("t1", 1)), answer("a1", "Again"));
    const other = session("s2", message("u1"), answer("a1"));
    const idsOf = (...sessions: FlowContent[]) => spansOf(tree(...sessions)).map(({ spanId }) => spanId);
    const both = idsOf(one, other);
    expect(new Set(both).size).toBe(both.length);
    expect(idsOf(other)).toEqual(both.slice(-3));
    expect(both.every((id) => /^[\da-f]{16}$/.test(id))).toBe(true);
    expect(toOtlp(tree(one))).toEqual(toOtlp(tree(one)));
  });
});
