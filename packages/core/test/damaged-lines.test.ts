import { type Message, walk } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { jsonl, read } from "./threads.ts";

const user = (uuid: string, parentUuid: string | null, content = uuid) =>
  JSON.stringify({ type: "user", uuid, parentUuid, sessionId: "s", message: { content } });
const title = JSON.stringify({ type: "summary", summary: "Peas", leafUuid: "c" });
const inner = JSON.stringify({
  type: "user",
  uuid: "in",
  timestamp: "2026-01-01T00:00:00Z",
  message: { content: "in" },
});

/** The messages of a transcript with a damaged second line, what is lost of the line, and what is said of it. */
function readDamaged(line: string) {
  const { dag, tree, messages } = read({ "s.jsonl": [user("a", null), line, user("c", "b")].join("\n") });
  const found: Message[] = [];
  walk(tree, (node) => void (node.type === "message" && found.push(node)));
  const notices = JSON.stringify(tree).match(/"entryType":"malformed"/g)?.length ?? 0;
  return {
    uuids: found.map(({ uuid }) => uuid).join(" "),
    columns: found.map(({ position }) => position?.start.column).join(" "),
    lost: dag.malformed.map(({ lost }) => lost),
    notices,
    reason: messages.find(({ ruleId }) => ruleId === "invalid-json")?.reason,
    bookkeeping: dag.bookkeeping.length,
  };
}

describe("records that are whole on a damaged line", () => {
  const torn = '{"type":"user","uuid":"x","message":{"content":"hel';
  it("C104: behind one that was cut off, one is read at its place, and what is lost is counted", () => {
    const { reason, ...found } = readDamaged(torn + user("b", "a"));
    expect(found).toEqual({ uuids: "a b c", columns: "1 52 1", lost: [51], notices: 1, bookkeeping: 0 });
    expect(reason).toMatch(/1 record on it is read, 51 characters are lost$/);
  });

  it("two on one line are read, and nothing is lost", () => {
    const { reason, ...found } = readDamaged(user("b", "a") + title);
    expect(found).toEqual({ uuids: "a b c", columns: "1 1 1", lost: [0], notices: 0, bookkeeping: 1 });
    expect(reason).toMatch(/2 records on it are read, nothing is lost$/);
  });

  it("behind NUL characters, one is read, and nothing is lost", () => {
    expect(readDamaged(`\0\0${user("b", "a")}`)).toMatchObject({ uuids: "a b c", columns: "1 3 1", lost: [0] });
  });

  it.each([
    ["a part of a progress record", `{"type":"progress","uuid":"x","data":{"message":${inner}`],
    ["a part of a message", '{"type":"user","uuid":"x","message":{"role":"user","content":"x"}'],
    ["a transcript in words", `{"type":"user","uuid":"x","message":{"content":${JSON.stringify(user("b", "a"))}`],
    ["an object without a type", '{"type":"us{"uuid":"b"}'],
    ["an object of an unknown type", '{"type":"us{"type":"photo","url":"b"}'],
  ])("%s is none", (_, line) => {
    const { uuids, lost, notices, reason } = readDamaged(line);
    expect([uuids, lost, notices]).toEqual(["a c", [line.replace(/\s/g, "").length], 1]);
    expect(reason).toMatch(/^Unexpected line, expected a JSON object: `[^`]*`$/);
  });

  it("a record of an unknown type that names its session is one", () => {
    const found = readDamaged(`{"type":"us${JSON.stringify({ type: "weather", sessionId: "s" })}`);
    expect(found).toMatchObject({ bookkeeping: 1, lost: [11] });
  });

  it("several on one line keep their order, also without times", () => {
    const line = user("b", "a") + user("b2", "b") + user("b3", "b2");
    const { tree } = read({ "s.jsonl": `${jsonl({ type: "mode" })}${user("a", null)}\n${line}\n` });
    const uuids: unknown[] = [];
    walk(tree, (node) => void (node.type === "message" && uuids.push(node.uuid)));
    expect(uuids).toEqual(["a", "b", "b2", "b3"]);
  });
});
