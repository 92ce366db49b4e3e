import { measureUsage, originFacts, type Root, walk } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import { answer, branch, findFaults, message, samples, session, tree } from "@ccdag/testkit";
import { type Plugin, unified } from "unified";
import { describe, expect, it } from "vitest";
import { VFile } from "vfile";
import { projectIn } from "../../../tooling/fixtures/project.ts";
import renderOtel, { type OtlpAttribute, type OtlpTraces, toOtlp } from "../src/index.ts";
import { throughSchema } from "./schema.ts";
import { operationOf, plain, spansOf } from "./spans.ts";

const projects = ["sample", "scenarios"] as const;
const trees: ReadonlyArray<readonly [string, Root]> = [
  ...projects.map((name) => [name, ccdag().parse(projectIn(name))] as const),
  ...samples().map(({ name, tree: one }) => [name, one] as const),
];

describe.each(trees)("the trace of %s", (_, one) => {
  const spans = spansOf(one);

  it("passes the published schema of OTLP unchanged", () => {
    const traces = toOtlp(one);
    // An empty list and none are the same bytes.
    const sent = JSON.stringify(traces, (_, value: unknown) =>
      Array.isArray(value) && value.length === 0 ? undefined : value,
    );
    expect(throughSchema(traces)).toEqual(JSON.parse(sent));
  });

  it("has one span for each session, agent, answer and call, and adds up to the same tokens", () => {
    let [sessions, agents, calls, answers] = [0, 0, 0, 0];
    const { total, parts, messages } = measureUsage(one);
    let advisers = 0;
    walk(one, (node) => {
      if (node.type === "session") sessions++;
      if (node.type === "agent") agents++;
      if (node.type === "toolCall") calls++;
      const { isReply, isError } = node.type === "message" ? originFacts(node.origin) : {};
      if (node.type === "message" && node.role === "assistant" && (isReply || isError) && !parts.has(node)) answers++;
      if (node.type === "message") advisers += Math.max((messages.get(node)?.calls ?? 0) - 1, 0);
    });
    const count = (operation: string) => spans.filter((span) => operationOf(span) === operation).length;
    const isAgent = (attributes: Record<string, unknown>) => attributes["gen_ai.agent.id"] !== undefined;
    expect({
      sessions: spans.filter(({ parentSpanId }) => parentSpanId === undefined).length,
      agents: spans.map(plain).filter(isAgent).length,
      calls: count("execute_tool"),
      answers: count("chat"),
    }).toEqual({
      sessions: sessions + Number(one.children.some(({ type }) => type !== "session")),
      agents,
      calls,
      answers: answers + advisers,
    });
    const sum = (key: string) => spans.reduce((all, span) => all + Number(plain(span)[`gen_ai.usage.${key}`] ?? 0), 0);
    expect([sum("input_tokens"), sum("output_tokens"), sum("cache_read.input_tokens")]).toEqual([
      total.input + total.cacheRead + total.cacheWrite,
      total.output,
      total.cacheRead,
    ]);
  });

  it("has ids that occur once, parents in the same trace, and no end before a beginning", () => {
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    expect(byId.size).toBe(spans.length);
    for (const span of spans) {
      const parent = span.parentSpanId === undefined ? undefined : byId.get(span.parentSpanId);
      if (span.parentSpanId !== undefined) expect(parent?.traceId).toBe(span.traceId);
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
      // Only an agent may last longer than what is around it.
      if (parent === undefined || plain(span)["gen_ai.agent.id"] !== undefined) continue;
      expect(BigInt(span.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(parent.startTimeUnixNano));
      expect(BigInt(span.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(parent.endTimeUnixNano));
    }
  });
});

/** Attributes that hold JSON; a result does if it is more than one text. */
const isJson = /messages$|arguments$|summary$|result$/;
const parsed = (value: unknown): unknown => {
  const text = (value as { stringValue: string }).stringValue;
  return /^(?:\{|\[\{"(?:type|role)")/.test(text) ? JSON.parse(text) : text;
};

describe("the renderer", () => {
  it("of the sample is as in its snapshot", async () => {
    const text = String(await ccdag().use(renderOtel).process(projectIn("sample")));
    await expect(text).toMatchFileSnapshot("../../../tooling/fixtures/snapshots/sample.otel.json");
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(toOtlp(ccdag().parse(projectIn("sample"))))));
  });

  // A trace is no text in reading order, and has no anchors. Messages are JSON within attributes, as a viewer reads them.
  it("keeps every block and word, once, for the kit of renderers", () => {
    const readable: Plugin<[], Root, string> = function () {
      renderOtel.call(this);
      const compile = this.compiler as (tree: Root, file: VFile) => string;
      this.compiler = (one, file) => {
        const traces: unknown = JSON.parse(compile(one as Root, file), (key, value: Partial<OtlpAttribute>) =>
          key !== "" && isJson.test(value?.key ?? "") ? { ...value, value: parsed(value.value) } : value,
        );
        return JSON.stringify(traces);
      };
    };
    const rules = ["conservation", "words", "once", "containment", "determinism", "clock", "untouched", "robustness"];
    expect(findFaults(readable, { format: "json" }, rules as Parameters<typeof findFaults>[2])).toEqual([]);
  });

  it("counts what a trace cannot hold, in messages with a name", async () => {
    const file = await ccdag().use(renderOtel).process(projectIn("sample"));
    const found = file.messages.filter(({ ruleId }) => ruleId?.startsWith("trace-"));
    expect(found.map(({ ruleId }) => ruleId)).toEqual(["trace-events", "trace-details"]);
    const { resourceSpans } = JSON.parse(String(file)) as OtlpTraces;
    const events = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans[0]!.spans.flatMap((span) => span.events ?? []));
    expect(found[0]!.reason).toMatch(`${events.length} records`);
  });

  it("says which spans have no time of their own, and that a time out of range is none", () => {
    const spans = spansOf(
      tree(session("s1", message({ uuid: "u1", timestamp: 1000 }), answer({ uuid: "a1", timestamp: -1 }))),
    );
    expect(spans.map((span) => [span.endTimeUnixNano, plain(span)["ccdag.untimed"]])).toEqual([
      ["1000000000", undefined],
      ["1000000000", undefined],
      ["1000000000", true],
    ]);
    const file = new VFile();
    unified()
      .use(renderOtel)
      .stringify(tree(session("s1", message("u1"))), file);
    expect(file.messages.map(({ ruleId, reason }) => [ruleId, reason])).toEqual([
      ["trace-times", "1 span without a time: the time of what was before it"],
    ]);
  });

  it("makes the text piece by piece, and the text is the same", async () => {
    const file = await ccdag().use(renderOtel, { inPieces: true }).process(projectIn("sample"));
    const whole = await ccdag().use(renderOtel).process(projectIn("sample"));
    expect([String(file), [...file.data.pieces!()].join("")]).toEqual(["", String(whole)]);
  });

  it("takes threads that are nested 20,000 deep", () => {
    let deep = branch("b0", message("b0", "The end"));
    for (let at = 1; at < 20_000; at++) deep = branch(`b${at}`, message(`b${at}`, "On"), deep);
    expect(spansOf(tree(session("s1", deep))).length).toBe(20_001);
  });
});
