import fc from "fast-check";
import type { TranscriptFile } from "../src/index.ts";

const { constantFrom: one, record } = fc;
const some = (...blocks: Array<fc.Arbitrary<unknown>>) =>
  fc.oneof(words, fc.array(fc.oneof(...blocks), { maxLength: 3 }));

const note = (summary: string) =>
  `<task-notification><task-id>t1</task-id><status>done</status><summary>${summary}</summary></task-notification>`;
const words = fc.oneof(
  one<unknown>("go", "Go ", "a b", "a", "b", "", 5, note("x"), note("y")),
  one("[Request interrupted by user]", "<command-name>/x</command-name>", "<ide_opened_file>q</ide_opened_file> typed"),
);
const text = record({ type: one("text"), text: words });
const media = record({
  type: one("image", "document"),
  source: one({ data: "A" }, { data: "B" }, { url: "u" }, { file_id: "f" }),
  title: one(undefined, "T"),
});
const thinking = record({ type: one("thinking"), thinking: one("", "hm", "well"), signature: one("s1", "s2", "") });
const input = one({}, { a: 1 }, { a: "x" });
const call = record({ type: one("tool_use"), id: one("t1", "t2"), name: one("Bash", "Read"), input });
const unknown = record({ type: one("poll"), votes: one(1, 2) });
const reference = record({ type: one("tool_reference"), tool_name: one("Read") });
const result = record({
  type: one("tool_result"),
  tool_use_id: one("t1", "t2"),
  content: some(text, media, reference),
});
const serverCall = record({ type: one("server_tool_use"), id: one("t1"), name: one("web"), input });
const pages = [{ type: "page", title: "T", url: "U", encrypted: "E" }];
const serverResult = record({
  type: one("web_tool_result"),
  tool_use_id: one("t1"),
  content: one<unknown>(pages, { type: "advice", text: "w" }, { type: "web_error", error_code: "c" }, "w"),
});
const cited = record({ type: one("text"), text: one("a", "b"), citations: one([{ cited_text: "q" }]) });

/** What all records have: few ids and moments, so that many of them meet. */
const common = {
  uuid: one("u1", "u2", "u3", "u4", undefined),
  parentUuid: one(null, "u1", "u2", "u3", "u4"),
  timestamp: one("2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z", "2026-01-01T00:00:02Z"),
  sentAtMs: one(undefined, 7, 8),
};
const recordedResult = one<unknown>(undefined, "go", { stdout: "o" }, { stdout: "p" });
const user = record({
  type: one("user"),
  ...common,
  toolUseResult: recordedResult,
  isMeta: one(undefined, true),
  message: record({ role: one("user"), content: some(text, media, result, unknown) }),
});
const assistant = record({
  type: one("assistant"),
  ...common,
  requestId: one(undefined, "r1"),
  message: record({
    id: one(undefined, "m1", "m2"),
    content: some(text, thinking, call, serverCall, serverResult, media, unknown, cited),
  }),
});
const flatCall = record({ type: one("assistant"), ...common, toolName: one("Bash"), toolArguments: input });
const queued = record({
  type: one("queued_command"),
  prompt: some(text, media),
  commandMode: one("task-notification"),
});
const attachment = record({
  type: one("attachment"),
  ...common,
  attachment: fc.oneof(queued, record({ type: one("file", "date"), content: one("F", "G") })),
});
const system = record({
  type: one("system"),
  ...common,
  subtype: one("local_command", "informational", "compact_boundary"),
  content: words,
  preventContinuation: one(undefined, true),
});
const data = one({ type: "hook_progress", a: 1 }, { type: "hook_progress", a: 2 });
const progress = record({ type: one("progress"), ...common, toolUseID: one("t1"), data, content: one(undefined, "C") });
const operation = one("enqueue", "dequeue", "popAll");
const badMessage = record({
  type: one("user", "assistant", "comet"),
  ...common,
  message: one<unknown>(false, 7, "go", ["a", 7]),
});
const queue = record({ type: one("queue-operation"), operation, content: words, timestamp: common.timestamp });
const any = [user, user, assistant, assistant, flatCall, attachment, system, progress, queue, badMessage];

/** Small transcripts with every kind of content, in which ids, words and moments often meet. */
export const written: fc.Arbitrary<TranscriptFile[]> = fc
  .array(fc.array(fc.oneof(...any), { maxLength: 9 }), { minLength: 1, maxLength: 3 })
  .map((files) =>
    files.map((lines, at) => ({ path: `s${at}.jsonl`, value: lines.map((line) => JSON.stringify(line)).join("\n") })),
  );
