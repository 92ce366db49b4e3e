import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readTail } from "@ccdag/files/tail";

const answer = (id: string, output = 1, more: object = {}) => {
  const message = { id, model: "claude", usage: { output_tokens: output }, content: [] };
  return `${JSON.stringify({ type: "assistant", requestId: "r", timestamp: "2026-01-01T10:00:00.000Z", message, ...more })}\n`;
};

function file(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-tail-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "s.jsonl"), text);
  return join(folder, "s.jsonl");
}

const idsIn = (path: string, from = 0) => readTail(path, from)?.calls.map(({ id }) => id);

it("reads what was appended since the last whole line", () => {
  const path = file(answer("a") + answer("b").slice(0, 40));
  const first = readTail(path, 0)!;
  expect(first.calls.map(({ id }) => id)).toEqual(["a r"]);
  expect(readTail(path, first.to)).toEqual({ calls: [], to: first.to });
  appendFileSync(path, answer("b").slice(40));
  const { calls, to } = readTail(path, first.to)!;
  expect(calls).toEqual([{ id: "b r", time: Date.UTC(2026, 0, 1, 10), model: "claude", usage: { output_tokens: 1 } }]);
  expect(readTail(path, to)).toEqual({ calls: [], to });
});

it.each([
  ["a damaged line", '{"usage": \n'],
  ["a text about usage", '{"type":"user","message":{"content":"\\"usage\\""}}\n'],
  ["an answer that the client wrote itself", answer("x", 1, { message: { id: "x", model: "<synthetic>", usage: {} } })],
  ["an answer without a time", answer("x", 1, { timestamp: undefined })],
  ["an answer without an id", answer("x", 1, { message: { usage: {} } })],
  ["a copy in the progress of an agent", `${JSON.stringify({ type: "progress", data: answer("x") })}\n`],
  ["a list", `[${answer("x").trim()}]\n`],
])("passes over %s", (_, line) => {
  expect(idsIn(file(answer("a") + line + answer("b")))).toEqual(["a r", "b r"]);
});

it("of a file that is shorter now all is read, of one that grew by too much nothing, as of one that is gone", () => {
  const path = file(answer("a"));
  expect(idsIn(path, 10_000)).toEqual(["a r"]);
  expect(readTail(path, 0, 10)).toBeUndefined();
  expect(readTail(`${path}x`, 0)).toBeUndefined();
  expect(readTail(tmpdir(), 0)).toBeUndefined();
});

it("a line may be longer than what is read at once", () => {
  const long = answer("long", 1, { text: "x".repeat(9_000_000) });
  expect(idsIn(file(answer("a") + long + answer("b")))).toEqual(["a r", "long r", "b r"]);
});
