import * as fc from "fast-check";
import { hostile, strange } from "./texts.ts";

/** Few ids, so that parents, copies, calls and agents meet and collide. */
const id = fc.constantFrom("u0", "u1", "u2", "u3", "u4", "u5", "u6", "u7", "u8", "u9");
const sessionId = fc.constantFrom("s0", "s1", "s2");
const toolId = fc.constantFrom("t0", "t1", "t2", "t3");
const agentId = fc.constantFrom("a0", "a1");
const time = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.integer({ min: 0, max: 50 }).map((at) => new Date(1_767_225_600_000 + at * 1000).toISOString()),
  },
  { weight: 1, arbitrary: fc.constantFrom("", "x", "-271821-04-20T00:00:00Z", "+275760-09-13T00:00:00Z") },
);

const toolInput = fc.dictionary(
  fc.constantFrom(
    "command",
    "description",
    "file_path",
    "old_string",
    "new_string",
    "content",
    "pattern",
    "prompt",
    "subagent_type",
    "todos",
    "url",
    "__proto__",
  ),
  fc.oneof(hostile, strange),
  { maxKeys: 4 },
);

const image = fc.record({
  type: fc.constantFrom("image", "document"),
  title: hostile,
  source: fc.oneof(
    fc.record({ type: fc.constant("base64"), media_type: hostile, data: hostile }),
    fc.record({ type: fc.constant("base64"), media_type: fc.constant("image/png"), data: fc.constant("iVBORw0KGgo=") }),
    fc.record({ type: fc.constant("url"), url: hostile }),
  ),
});
const textBlock = fc.record({ type: fc.constant("text"), text: hostile });
const result = fc.record(
  {
    type: fc.constant("tool_result"),
    tool_use_id: toolId,
    content: fc.oneof(hostile, strange, fc.array(fc.oneof(textBlock, image), { maxLength: 3 })),
    is_error: fc.boolean(),
  },
  { requiredKeys: ["type", "tool_use_id", "content"] },
);
const call = fc.record({
  type: fc.constant("tool_use"),
  id: toolId,
  name: fc.constantFrom(
    "Bash",
    "Read",
    "Edit",
    "Write",
    "Agent",
    "Task",
    "TodoWrite",
    "WebFetch",
    "mcp__a__b",
    "constructor",
  ),
  input: toolInput,
});
const thinking = fc.record({ type: fc.constant("thinking"), thinking: hostile, signature: fc.constantFrom("", "x") });
const block: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: textBlock },
  thinking,
  { weight: 2, arbitrary: call },
  { weight: 2, arbitrary: result },
  image,
  fc.record({ type: hostile, value: strange }),
);
const content = fc.oneof(hostile, fc.array(block, { maxLength: 4 }));

const common = { uuid: id, parentUuid: fc.option(id), timestamp: time, sessionId };
/** Fields that only some records have. */
const rare = {
  isMeta: fc.boolean(),
  isCompactSummary: fc.boolean(),
  isSidechain: fc.boolean(),
  agentId,
  sourceToolUseID: toolId,
  requestId: fc.constantFrom("r0", "r1"),
  promptId: fc.constantFrom("p0", "p1"),
  apiBlockIndex: fc.integer({ min: 0, max: 2 }),
  logicalParentUuid: id,
  forkedFrom: fc.record({ sessionId, messageUuid: id }),
  origin: fc.record({ kind: fc.constantFrom("task-notification", "x") }),
  nestingLevel: fc.integer({ min: 0, max: 3 }),
  cwd: hostile,
  gitBranch: hostile,
  version: fc.constantFrom("2.1.0", "x"),
};

/** Records of one type; each of the rare fields is in some of them. */
function typed(type: string, fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<object> {
  const whole = { type: fc.constant(type), ...common, ...fields };
  const few = fc.uniqueArray(fc.constantFrom(...(Object.keys(rare) as Array<keyof typeof rare>)), { maxLength: 2 });
  return fc
    .tuple(fc.record(whole), fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, few), fc.record(rare))
    .map(([record, names, values]) => ({
      ...record,
      ...Object.fromEntries(names.map((name) => [name, values[name]])),
    }));
}

const attachment = fc.oneof(
  strange,
  fc.record({
    type: fc.constant("queued_command"),
    prompt: content,
    commandMode: fc.constantFrom("prompt", "task-notification"),
  }),
  fc.record({
    type: fc.constantFrom("hook_success", "hook_additional_context"),
    hookEvent: fc.constantFrom("SessionStart", "PostToolUse"),
    hookName: hostile,
    toolUseID: toolId,
    stdout: hostile,
  }),
);
const progress = fc.record({ type: fc.constant("agent_progress"), agentId, message: strange });

const record: fc.Arbitrary<object> = fc.oneof(
  { weight: 4, arbitrary: typed("user", { message: fc.record({ role: fc.constant("user"), content }) }) },
  {
    weight: 4,
    arbitrary: typed("assistant", {
      message: fc.record({
        id: fc.constantFrom("m0", "m1", "m2"),
        model: hostile,
        content: fc.array(block, { maxLength: 4 }),
        usage: fc.oneof(strange, fc.record({ input_tokens: fc.nat(9), output_tokens: fc.nat(9) })),
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: typed("user", {
      toolUseResult: fc.oneof(strange, fc.record({ agentId, status: hostile, content: strange })),
      message: fc.record({ content: fc.oneof(content, fc.tuple(result)) }),
    }),
  },
  {
    weight: 2,
    arbitrary: typed("user", { agentId, isSidechain: fc.constant(true), message: fc.record({ content }) }),
  },
  {
    weight: 1,
    arbitrary: typed("system", {
      subtype: fc.constantFrom("compact_boundary", "local_command", "api_error", "x"),
      logicalParentUuid: id,
      content: hostile,
      compactMetadata: fc.oneof(
        strange,
        fc.record({ trigger: hostile, preservedSegment: fc.record({ headUuid: id, tailUuid: id }) }),
      ),
    }),
  },
  { weight: 1, arbitrary: typed("progress", { data: fc.oneof(strange, progress), parentToolUseID: toolId }) },
  { weight: 1, arbitrary: typed("attachment", { attachment }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("queue-operation"),
      operation: fc.constantFrom("enqueue", "dequeue"),
      sessionId,
      content,
      timestamp: time,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom("summary", "custom-title", "ai-title", "pr-link", "mode", "last-prompt", "x"),
      leafUuid: id,
      summary: hostile,
      customTitle: hostile,
      prUrl: hostile,
      prNumber: strange,
      sessionId,
    }),
  },
);

/** A record with some fields replaced by values of any type, removed, or unknown. */
const damaged: fc.Arbitrary<object> = fc
  .tuple(
    record,
    fc.dictionary(
      fc.constantFrom("uuid", "parentUuid", "type", "timestamp", "message", "sessionId", "version", "raw", "extra"),
      fc.oneof(strange, fc.constant(undefined)),
      { minKeys: 1, maxKeys: 2 },
    ),
  )
  .map(([one, fields]) => ({ ...one, ...fields }));

/** A record as an archive of another program keeps it. */
const wrapped: fc.Arbitrary<object> = fc
  .tuple(record, fc.boolean(), sessionId)
  .map(([one, isText, session]) => ({ raw: isText ? JSON.stringify(one) : one, session }));

/** A line of a transcript: mostly a record. */
export const line: fc.Arbitrary<string> = fc.oneof(
  { weight: 16, arbitrary: record.map((one) => JSON.stringify(one)) },
  { weight: 6, arbitrary: damaged.map((one) => JSON.stringify(one)) },
  { weight: 1, arbitrary: wrapped.map((one) => JSON.stringify(one)) },
  { weight: 2, arbitrary: fc.oneof(hostile, fc.json()).map((text) => text.replaceAll("\n", " ")) },
);

/** A file beside a transcript: what the client notes about an agent or a workflow. */
export const sidecar: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 1, arbitrary: strange },
    {
      weight: 4,
      arbitrary: fc.record(
        {
          toolUseId: toolId,
          parentAgentId: agentId,
          agentType: hostile,
          description: hostile,
          name: hostile,
          teamName: hostile,
          isFork: fc.boolean(),
          taskKind: fc.constantFrom("in_process_teammate", "x"),
        },
        { requiredKeys: [] },
      ),
    },
  )
  .map((value) => JSON.stringify(value));
