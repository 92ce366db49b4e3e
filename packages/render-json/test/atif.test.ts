import { type FlowContent, measureUsage, prices, type Root, walk } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import {
  agent,
  answer,
  branch,
  compaction,
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
import type { AtifStep } from "../src/atif-step.ts";
import { type AtifTrajectory, toTrajectories } from "../src/atif-trajectories.ts";
import renderAtif from "../src/atif.ts";
import { model, reply, say } from "./replies.ts";

const output = (...children: FlowContent[]) =>
  toTrajectories(treeOf(session({ sessionId: "s", version: "2.1.0" }, ...children)), prices);
const stepsOf = (...children: FlowContent[]) => output(...children).trajectories[0]!.steps;

/** Reasons why the validator of Harbor would refuse a trajectory, or could not find an agent of it. */
function refusals({ steps, subagent_trajectories: agents = [] }: AtifTrajectory): string[] {
  const found = steps.length === 0 ? ["has no steps"] : [];
  const names = new Set(agents.map(({ trajectory_id }) => trajectory_id));
  if (names.size !== agents.length) found.push("has an agent twice");
  for (const [index, step] of steps.entries()) {
    if (step.step_id !== index + 1) found.push(`${index} is not in order`);
    found.push(...refusalsOf(step).map((reason) => `${index} ${reason}`));
    for (const { subagent_trajectory_ref: references = [] } of step.observation?.results ?? [])
      for (const { trajectory_id } of references) if (!names.has(trajectory_id)) found.push(`${index} lost an agent`);
  }
  return [...found, ...agents.flatMap(refusals)];
}

function refusalsOf(step: AtifStep): string[] {
  const found: string[] = [];
  const ofAgents = ["model_name", "reasoning_content", "tool_calls", "metrics"] as const;
  if (step.source !== "agent")
    found.push(...ofAgents.filter((name) => step[name] !== undefined).map((name) => `has ${name}`));
  const isDispatch = step.llm_call_count === 0;
  if (isDispatch && (step.metrics ?? step.reasoning_content) !== undefined) found.push("is a call of no model");
  const calls = new Set(step.tool_calls?.map((call) => (call as { tool_call_id: string }).tool_call_id));
  if (calls.size !== (step.tool_calls?.length ?? 0)) found.push("has a call twice");
  for (const { source_call_id: id } of step.observation?.results ?? [])
    if (id !== undefined && !calls.has(id)) found.push("has a result of no call");
  return found;
}

describe("render-json/atif", () => {
  it("an answer is a step with its thoughts, its calls, their results, and its tokens", () => {
    const call = toolCall({ name: "Bash", id: "1" }, { command: "ls" }, "one");
    const steps = stepsOf(
      { ...say("a", text("do")), timestamp: 1e12 },
      reply("b", thinking("hm"), text("I look"), call),
    );
    expect(steps).toMatchObject([
      { step_id: 1, source: "user", message: "do", timestamp: "2001-09-09T01:46:40.000Z" },
      {
        step_id: 2,
        source: "agent",
        model_name: model,
        message: "I look",
        reasoning_content: "hm",
        tool_calls: [{ tool_call_id: "1", function_name: "Bash", arguments: { command: "ls" } }],
        observation: { results: [{ source_call_id: "1", content: "one" }] },
        metrics: {
          prompt_tokens: 130,
          cached_tokens: 100,
          completion_tokens: 5,
          cost_usd: (10 * 3 + 100 * 0.3 + 20 * 3.75 + 5 * 15) / 1e6,
          extra: { cache_write_tokens: 20 },
        },
        llm_call_count: 1,
      },
    ]);
  });

  it("what the client says is the system's, and what it says in the name of the model is no call of it", () => {
    const steps = stepsOf(
      say("a", text("do")),
      message({ uuid: "b", origin: "meta" }, text("caveat")),
      answer("c", text("done")),
      { ...answer("d", text("overloaded")), origin: "api-error" },
      compaction({ uuid: "e", trigger: "auto", preTokens: 9 }, text("a summary")),
      message({ uuid: "f", origin: "teammate" }, text("task")),
    );
    expect(steps.map(({ source, llm_call_count: calls }) => [source, calls])).toEqual([
      ["user", undefined],
      ["system", undefined],
      ["agent", undefined],
      ["agent", 0],
      ["system", undefined],
      ["user", undefined],
    ]);
    expect(steps[1]).toMatchObject({ extra: { uuid: "b", origin: "meta" } });
    expect(steps[4]).toMatchObject({
      message: "a summary",
      extra: { compaction: { trigger: "auto", tokens_before: 9 } },
    });
  });

  it("a step that paths have in common is a copy in all but the active one, and counts once", () => {
    const { trajectories } = output(
      say("a", text("do")),
      reply("b", text("done")),
      branch({ uuid: "c" }, say("c", text("first")), reply("d", text("1"))),
      branch({ uuid: "e", active: true }, say("e", text("second")), reply("f", text("2"))),
    );
    expect(
      trajectories.map(({ trajectory_id, steps, notes }) => [
        trajectory_id,
        steps.map(({ is_copied_context: isCopied }) => isCopied ?? false),
        notes,
      ]),
    ).toEqual([
      [
        "s/d",
        [true, true, false, false],
        "Steps that are copied from other paths: 2. final_metrics does not count them.",
      ],
      ["s/f", [false, false, false, false], undefined],
    ]);
    expect(trajectories.map(({ final_metrics }) => final_metrics)).toMatchObject([
      { total_steps: 2, total_prompt_tokens: 130 },
      { total_steps: 4, total_prompt_tokens: 260 },
    ]);
  });

  it("an agent, and one in it, is in the trajectory of its call, whose cost includes it; each of its forks is one", () => {
    const inner = agent(
      { agentId: "in", from: { toolUseId: "2", rule: "r" } },
      say("e", text("dig")),
      reply("f", text("dug")),
    );
    const outer = agent(
      { agentId: "out", agentType: "Explore", from: { toolUseId: "1", rule: "r" } },
      say("c", text("look")),
      reply("d", toolCall({ name: "Agent", id: "2", agents: ["in"] }, {}, "dug")),
      inner,
      branch({ uuid: "g" }, reply("g", text("x"))),
      branch({ uuid: "h", active: true }, reply("h", text("y"))),
    );
    const call = toolCall({ name: "Agent", id: "1", agents: ["out"] }, { prompt: "look" }, "seen");
    const { trajectories, omitted } = output(say("a", text("do")), reply("b", call), outer);
    expect([trajectories.length, omitted]).toEqual([1, {}]);
    const [{ steps, subagent_trajectories: agents, final_metrics }] = trajectories as [AtifTrajectory];
    expect(steps[1]!.observation!.results[0]).toMatchObject({
      content: "seen",
      subagent_trajectory_ref: [{ trajectory_id: "s/out/g" }, { trajectory_id: "s/out/h" }],
    });
    expect(agents).toMatchObject([
      { trajectory_id: "s/out/g" },
      {
        trajectory_id: "s/out/h",
        agent: { extra: { agent_id: "out", agent_type: "Explore", spawned_by: "1" } },
        subagent_trajectories: [{ trajectory_id: "s/in/f" }],
      },
    ]);
    // Five calls of the model: `d` is a copy in `g`.
    expect(final_metrics).toMatchObject({
      total_cost_usd: expect.closeTo(5 * 0.00021, 10),
      total_completion_tokens: 5,
    });
  });

  it("agents that are nested too deep for readers are on lines of their own, and the cost includes them", () => {
    let below: FlowContent[] = [];
    for (let level = 100; level > 0; level--) {
      const call = toolCall({ name: "Agent", id: `${level}`, agents: [`a${level}`] }, {}, "ok");
      const from = { toolUseId: `${level}`, rule: "r" };
      below = [reply(`b${level}`, call), agent({ agentId: `a${level}`, from }, say(`c${level}`, text("go")), ...below)];
    }
    const { trajectories } = output(say("a", text("do")), ...below);
    const depth = ({ subagent_trajectories: agents = [] }: AtifTrajectory): number =>
      1 + Math.max(0, ...agents.map(depth));
    expect(trajectories.map(depth)).toEqual([2, 33, 33, 33]);
    expect(trajectories.flatMap(refusals)).toEqual([]);
    expect(trajectories[0]!.final_metrics).toMatchObject({ total_cost_usd: expect.closeTo(100 * 0.00021, 10) });
  });

  it("what it cannot say is counted once, and reported with its rule; what has no field is in `extra`", () => {
    const picture = image({ mediaType: "image/png", data: "AA==" });
    const remote = image({ mediaType: "image/png", url: "https://example.org/a.png" });
    const call = toolCall({ name: "Bash", id: "1" }, {}, toolResult({ isError: true, structured: {} }, text("no")));
    const tree = treeOf(
      session(
        "s",
        say("a", picture, text("see"), remote),
        answer("b", { type: "thinking", value: "", redacted: true }, call, unknownBlock("odd")),
        agent({ agentId: "gone", missing: true }),
        notice({ entryType: "progress", uuid: "p" }),
        branch({ uuid: "c" }, say("c", text("x"))),
        branch({ uuid: "d", active: true }, say("d", text("y"))),
      ),
    );
    const { trajectories, omitted } = toTrajectories(tree, prices);
    expect(omitted).toEqual({
      image: 1,
      thinking: 1,
      "details of a result": 1,
      "agent without a transcript": 1,
      notice: 1,
    });
    expect(trajectories[1]!.steps.slice(0, 2)).toMatchObject([
      { message: [{ text: "see" }, { type: "image", source: { path: "https://example.org/a.png" } }] },
      {
        observation: { results: [{ content: "no", extra: { is_error: true } }] },
        extra: { unknown: [{ type: "odd" }] },
      },
    ]);
    const file = new VFile();
    ccdag().use(renderAtif).stringify(tree, file);
    expect(file.messages.map(({ ruleId, reason }) => [ruleId, reason])).toEqual([
      ["omitted-by-format", expect.stringContaining("1 thinking")],
    ]);
  });

  it("half of a surrogate pair is replaced, what only looks like one is kept", () => {
    const render = (words: string) =>
      String(
        ccdag()
          .use(renderAtif)
          .stringify(treeOf(session("s", say("a", text(words))))),
      );
    const [{ message: words }] = (JSON.parse(render("\ud83d \\ud83d 😀")) as AtifTrajectory).steps as [AtifStep];
    expect(words).toBe("\uFFFD \\ud83d 😀");
  });

  it("every trajectory of every tree is one that Harbor takes, each message is the own step of one, and each call counts", () => {
    let count = 0;
    for (const tree of trees()) {
      const { trajectories, omitted } = toTrajectories(tree, prices);
      const steps = trajectories.flatMap(allSteps);
      expect(trajectories.flatMap(refusals)).toEqual([]);
      const own = steps.filter((step) => step.is_copied_context === undefined);
      const beyond = (omitted["message on no path"] ?? 0) + (omitted["compaction on no path"] ?? 0);
      expect(own.length + beyond).toBe(messagesIn(tree));
      const calls = own.reduce((sum, step) => sum + (step.llm_call_count ?? 0), 0);
      const used = measureUsage(tree).messages;
      expect(calls).toBe([...used].reduce((sum, [node, one]) => sum + ("children" in node ? one.calls : 0), 0));
      count += steps.length;
    }
    expect(count).toBeGreaterThan(150);
  });

  it("is JSON Lines, in one piece or in several", async () => {
    const whole = String(await ccdag().use(renderAtif).process(projectIn("sample")));
    const lines = whole.trimEnd().split("\n");
    expect(lines.length).toBe(new Set(lines.map((line) => (JSON.parse(line) as AtifTrajectory).trajectory_id)).size);
    const file = await ccdag().use(renderAtif, { inPieces: true }).process(projectIn("sample"));
    expect([...file.data.pieces!()].join("")).toBe(whole);
  });
});

function trees(): Root[] {
  return [
    ...samples().map(({ tree }) => tree),
    ...["sample", "scenarios"].map((name) => ccdag().parse(projectIn(name))),
  ];
}

function messagesIn(tree: Root): number {
  let count = 0;
  walk(tree, ({ type }) => void (count += Number(type === "message" || type === "compaction")));
  return count;
}

function allSteps({ steps, subagent_trajectories: agents = [] }: AtifTrajectory): AtifStep[] {
  return [...steps, ...agents.flatMap(allSteps)];
}
