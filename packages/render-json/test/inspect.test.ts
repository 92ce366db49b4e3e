import { type FlowContent, measureUsage, prices } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import {
  agent,
  answer,
  branch,
  compaction,
  document,
  image,
  message,
  notice,
  samples,
  session,
  text,
  thinking,
  toolCall,
  toolResult,
  tree as treeOf,
  unknownBlock,
} from "@ccdag/testkit";
import { VFile } from "vfile";
import { describe, expect, it } from "vitest";
import { projectIn } from "../../../tooling/fixtures/project.ts";
import { type InspectSample, toInspectLog } from "../src/inspect-log.ts";
import renderInspect from "../src/inspect.ts";
import { model, reply, say } from "./replies.ts";

const output = (...children: FlowContent[]) =>
  toInspectLog(treeOf(session({ sessionId: "s", version: "2.1.0" }, ...children)), prices);
const one = (...children: FlowContent[]): InspectSample => output(...children).samples[0]!;

/** What a log holds, as far as tests look at it. */
interface Log {
  eval: { dataset: { sample_ids: string[] } };
  stats: { model_usage: Record<string, { output_tokens: number }> };
  samples: InspectSample[];
}

describe("render-json/inspect", () => {
  it("an answer has its thoughts and calls, and each result is a message of its tool", () => {
    const failed = toolResult({ isError: true }, text("no"));
    const {
      messages,
      input,
      output: said,
    } = one(
      { ...say("a", text("do")), timestamp: 1e12 },
      reply("b", thinking("hm"), text("I look"), toolCall({ name: "Bash", id: "1" }, { command: "ls" }, failed)),
      reply("c", text("done")),
    );
    expect(messages).toMatchObject([
      { id: "a", role: "user", content: "do", metadata: { timestamp: "2001-09-09T01:46:40.000Z" } },
      {
        role: "assistant",
        content: [
          { type: "reasoning", reasoning: "hm" },
          { type: "text", text: "I look" },
        ],
        tool_calls: [{ id: "1", function: "Bash", arguments: { command: "ls" } }],
        model,
      },
      { role: "tool", tool_call_id: "1", function: "Bash", content: "no", error: { type: "unknown", message: "no" } },
      { role: "assistant", content: "done" },
    ]);
    expect([input, said]).toMatchObject(["do", { choices: [{ message: { content: "done" }, stop_reason: "stop" }] }]);
  });

  it("who said what the model reads as words of a user is in the metadata; media have their bytes", () => {
    const { messages } = one(
      message({ uuid: "a", origin: "meta" }, text("caveat")),
      say(
        "b",
        image({ mediaType: "image/png", data: "AA==" }),
        document({ mediaType: "text/plain", title: "a.txt", data: "ä \ud83d" }),
        unknownBlock("odd", { type: "odd" }),
      ),
      compaction({ uuid: "c", trigger: "auto" }, text("a summary")),
      { ...message({ uuid: "d", origin: "hook" }, text("ran")), role: "system" },
      say("e", toolResult({ toolUseId: "lost" }, text("found"))),
    );
    expect(messages).toMatchObject([
      { role: "user", content: "caveat", metadata: { origin: "meta" } },
      {
        content: [
          { type: "image", image: "data:image/png;base64,AA==" },
          { document: "data:text/plain;charset=utf-8,%C3%A4%20%EF%BF%BD", filename: "a.txt", mime_type: "text/plain" },
          { type: "data", data: { block_type: "odd", raw: { type: "odd" } } },
        ],
      },
      { role: "user", content: "a summary", metadata: { compaction: { trigger: "auto" } } },
      { role: "system", content: "ran", metadata: { origin: "hook" } },
      { role: "tool", tool_call_id: "lost", content: "found" },
    ]);
  });

  it("paths and agents are samples; the log counts each call once, its samples count all of their path", () => {
    const call = toolCall({ name: "Agent", id: "1", agents: ["x"] }, {}, "seen");
    const { samples: all, head } = output(
      say("a", text("do")),
      reply("b", call),
      agent({ agentId: "x", from: { toolUseId: "1", rule: "r" } }, say("g", text("look")), reply("h", text("seen"))),
      branch({ uuid: "c" }, say("c", text("first")), reply("d", text("1"))),
      branch({ uuid: "e", active: true }, say("e", text("second")), reply("f", text("2"))),
    );
    expect(all.map(({ id, metadata, model_usage }) => [id, metadata, model_usage])).toMatchObject([
      ["s/d", { session_id: "s", active: false }, { [model]: { output_tokens: 10 } }],
      ["s/f", { active: true }, { [model]: { input_tokens: 20, input_tokens_cache_read: 200, total_tokens: 270 } }],
      ["s/x/h", { agent: { agent_id: "x", spawned_by: "1" } }, { [model]: { output_tokens: 5 } }],
    ]);
    expect(head).toMatchObject({
      version: 2,
      status: "success",
      eval: { task: "claude-code", task_version: "2.1.0", model, dataset: { samples: 3 } },
      stats: { model_usage: { [model]: { output_tokens: 20, total_cost: expect.closeTo(4 * 0.00021, 10) } } },
    });
  });

  it("what it cannot say is counted once, and reported with its rule", () => {
    const call = toolCall({ name: "Bash", id: "1" }, {}, toolResult({ structured: {} }, text("ok")));
    const tree = treeOf(
      session(
        "s",
        say("a", { type: "image", mediaType: "image/png", redacted: true }),
        answer("b", call),
        agent({ agentId: "gone", missing: true }),
        notice({ entryType: "progress", uuid: "p" }),
        branch({ uuid: "c" }, say("c", text("x"))),
        branch({ uuid: "d", active: true }, say("d", text("y"))),
      ),
    );
    expect(toInspectLog(tree, prices).omitted).toEqual({
      image: 1,
      "details of a result": 1,
      "agent without a transcript": 1,
      notice: 1,
    });
    const file = new VFile();
    ccdag().use(renderInspect).stringify(tree, file);
    expect(file.messages.map(({ ruleId, reason }) => [ruleId, reason])).toEqual([
      [
        "omitted-by-format",
        "Omitted from inspect, which cannot say it: 1 image, 1 details of a result, 1 agent without a transcript, 1 notice",
      ],
    ]);
  });

  it("of every tree each id is there once, and the log counts all tokens", () => {
    const trees = [
      ...samples().map(({ tree }) => tree),
      ...["sample", "scenarios"].map((name) => ccdag().parse(projectIn(name))),
    ];
    for (const tree of trees) {
      const { samples: all, head } = toInspectLog(tree, prices);
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      for (const { messages } of all) {
        const ids = messages.flatMap(({ id }) => (id === undefined ? [] : [id]));
        expect(new Set(ids).size).toBe(ids.length);
      }
      const { stats } = head as Pick<Log, "stats">;
      const tokens = Object.values(stats.model_usage).reduce((sum, { output_tokens: one }) => sum + one, 0);
      expect(tokens).toBe(measureUsage(tree).total.output);
    }
  });

  it("is JSON, in one piece or in several, also of nothing", async () => {
    const whole = String(await ccdag().use(renderInspect).process(projectIn("sample")));
    const log = JSON.parse(whole) as Log;
    expect(log.samples.map(({ id }) => id)).toEqual(log.eval.dataset.sample_ids);
    const file = await ccdag().use(renderInspect, { inPieces: true }).process(projectIn("sample"));
    expect([...file.data.pieces!()].join("")).toBe(whole);
    const none = JSON.parse(String(ccdag().use(renderInspect).stringify(treeOf()))) as Log;
    expect(none).toMatchObject({ eval: { model: "none/none", task_id: "" }, samples: [] });
  });
});
