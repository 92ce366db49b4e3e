import { parseEntries } from "@ccdag/core";
import { describe, expect, it } from "vitest";
import { opencode } from "../src/index.ts";
import { type Json, OpencodeHome } from "./opencode-home.ts";

const strange: readonly unknown[] = [
  null,
  7,
  "",
  "__proto__",
  "constructor",
  true,
  [],
  [null],
  {},
  { type: null },
  { toString: 1 },
  { state: 5 },
  "x".repeat(3000),
];

/** Values of a field that a client never wrote. */
const fields = ["role", "time", "parentID", "error", "summary", "tokens", "modelID", "path"];
const partFields = ["type", "text", "callID", "tool", "state", "url", "mime", "synthetic", "tokens", "time"];
const types = ["text", "reasoning", "tool", "file", "subtask", "compaction", "step-finish"];

describe("hostile values (E8)", () => {
  it("in messages lose nothing and stop nothing", async () => {
    const home = new OpencodeHome({ hasEvents: false }).session("s");
    home.together(() => {
      let at = 0;
      const write = (role: string, part: Json, more: Json = {}) =>
        void home.message(`m${at}`, role, at++, [part], more);
      for (const value of strange) {
        for (const field of fields) write("assistant", { type: "text", text: "here" }, { [field]: value });
        for (const type of types)
          for (const field of partFields)
            for (const role of ["user", "assistant"]) write(role, { type, text: "here", [field]: value });
      }
      write("user", { type: "text", text: "Still here" });
    });
    expect(await home.drawing()).toContain("Still here");
  });

  it.each(strange.map((value) => [JSON.stringify(value)?.slice(0, 30), value]))(
    "%s as ids and columns",
    async (_, value) => {
      const id = typeof value === "string" ? value : JSON.stringify(value);
      const home = new OpencodeHome()
        .session(id, { title: id, directory: id, parent_id: id, revert: id })
        .asks(id, 1, "One")
        .answers(`2${id}`, 2, { type: "tool", tool: "task", callID: id, state: { metadata: { sessionId: id } } })
        .session("t", { seconds: 10, parent_id: id })
        .asks(`t${id}`, 1, "One")
        .deletes(`t${id}`)
        .asks("t2", 11, "Two");
      const texts = [...(await home.arranged()).values()].join("");
      expect(texts).toContain("Two");
    },
  );

  it("parents in a circle: both are sessions of their own", async () => {
    const home = new OpencodeHome()
      .session("s", { parent_id: "t" })
      .asks("m1", 1, "One")
      .session("t", { parent_id: "s" })
      .asks("m2", 1, "Two");
    expect([...(await home.arranged()).keys()]).toEqual(["-srv-harbor/s.jsonl", "-srv-harbor/t.jsonl"]);
  });

  it("an agent whose session is gone is a session", async () => {
    const home = new OpencodeHome().session("a", { parent_id: "gone" }).asks("m1", 1, "One");
    expect([...(await home.arranged()).keys()]).toEqual(["-srv-harbor/a.jsonl"]);
  });

  it("rows that are no JSON, or nested too deeply, are kept as text", async () => {
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    const home = new OpencodeHome()
      .session("s")
      .asks("m1", 1, "One")
      .run("INSERT INTO message VALUES ('m2', 's', 2, 2, 'no json')")
      .run("INSERT INTO message VALUES ('m3', 's', 3, 3, ?)", `{"role":"user","deep":${deep}}`)
      .run("INSERT INTO part VALUES ('p', 'gone', 's', 4, 4, ?)", '{"type":"text","text":"lost"}');
    const [text] = (await home.arranged()).values();
    expect(text).toContain("no json");
    expect(text).toContain('"row":"message/m3"');
    expect(text).toContain("lost");
  });

  it("a rewritten transcript: damaged lines are passed on, and unknown ones are notices", () => {
    const line = (value: Json) => `${JSON.stringify(value)}\n`;
    const value = [
      line({ opencode: "session", row: "session/s", session: "s" }),
      line({ opencode: "prompt", row: "message/m1", id: "m1", parts: "none" }),
      '{"opencode":"prompt","row":\n',
      line({ opencode: "hologram", row: "x/1", id: "x1", after: "x1", parts: [{ shows: "rope" }] }),
      line({ row: 5 }),
      line({ opencode: 5, data: null }),
    ].join("");
    const records = [...parseEntries({ path: "s.jsonl", value }, { sources: [opencode] })];
    expect(records.map((record) => (record.form === "malformed" ? "malformed" : record.type))).toEqual([
      "custom-title",
      "user",
      "malformed",
      "opencode/hologram",
      "opencode/message",
      "opencode/message",
    ]);
    expect(JSON.stringify(records)).toContain("rope");
  });
});
