import { describe, expect, it } from "vitest";
import { opencodeFiles } from "../src/index.ts";
import { type Json, OpencodeHome, start } from "./opencode-home.ts";

const text = (value: string) => ({ type: "text", text: value });

/** Write a session as versions before the database did. */
function store(
  home: OpencodeHome,
  id: string,
  messages: ReadonlyArray<readonly [id: string, role: string, seconds: number, ...parts: Json[]]>,
  more: Json = {},
): OpencodeHome {
  const { seconds = 0, ...info } = more as { seconds?: number };
  const created = start + seconds * 1000;
  home.file(`storage/session/p1/${id}.json`, {
    id,
    directory: "/srv/harbor",
    title: `About ${id}`,
    version: "0.9.1",
    time: { created, updated: created },
    ...info,
  });
  for (const [message, role, at, ...parts] of messages) {
    const time = { created: start + at * 1000 };
    home.file(`storage/message/${id}/${message}.json`, { id: message, sessionID: id, role, time, modelID: "m-1" });
    for (const [index, part] of parts.entries())
      home.file(`storage/part/${message}/prt_${index}.json`, {
        id: `prt_${index}`,
        messageID: message,
        sessionID: id,
        ...part,
      });
  }
  return home;
}

/** A home of a version before the database. */
function oldHome(): OpencodeHome {
  const home = new OpencodeHome();
  home.database.exec("DROP TABLE session");
  return home;
}

describe("sessions that opencode kept as JSON files, before it had a database", () => {
  it("are read like those of the database: forks, agents, todos", async () => {
    const call = {
      type: "tool",
      tool: "task",
      callID: "c1",
      state: { status: "completed", input: {}, output: "seen", metadata: { sessionId: "a" } },
    };
    const home = oldHome();
    store(home, "s", [
      ["m1", "user", 1, text("One")],
      ["m2", "assistant", 2, text("First."), call],
      ["m3", "user", 3, text("Two")],
    ]);
    store(home, "a", [["a1", "user", 2, text("Look")]], { parentID: "s", seconds: 2 });
    store(
      home,
      "t",
      [
        ["t1", "user", 1, text("One")],
        ["t2", "user", 11, text("Other")],
      ],
      { seconds: 10 },
    );
    home.file("storage/todo/s.json", [{ id: "1", content: "Paint", status: "pending", priority: "high" }]);
    expect((await home.drawing()).split("\n")).toEqual([
      "session s",
      "  notice custom-title",
      "  notice opencode/todo",
      "  prompt: One",
      "  reply: First.",
      "  call task c1",
      "  result: seen",
      "  agent a by c1",
      "    notice custom-title",
      "    prompt: Look",
      "  prompt: Two",
      "  session t from m1",
      "    notice custom-title",
      "    prompt: Other",
    ]);
    expect((await home.arranged()).get("-srv-harbor/s.jsonl")).toContain('"row":"part/prt_0"');
  });

  it("are read again when their newest part has changed", async () => {
    const home = store(oldHome(), "s", [["m1", "assistant", 1, text("Hal")]]);
    expect(await home.drawing()).toContain("reply: Hal");
    home.file("storage/part/m1/prt_0.json", { ...text("Half"), more: 1 });
    expect(await home.drawing()).toContain("reply: Half");
  });

  it("may be older still: in a folder for each project, with parts in the message", async () => {
    const folder = "project/srv-harbor/storage/session";
    const home = oldHome()
      .file(`${folder}/info/s.json`, { id: "s", title: "Old", time: { created: start, updated: start } })
      .file(`${folder}/message/s/m1.json`, {
        id: "m1",
        role: "user",
        time: { created: start + 1 },
        parts: [text("One")],
      })
      .file(`${folder}/message/s/m2.json`, {
        id: "m2",
        role: "assistant",
        path: { cwd: "/srv/harbor" },
        time: { created: start + 2 },
      })
      .file(`${folder}/part/s/m2/p1.json`, { id: "p1", ...text("First.") });
    expect(await home.drawing()).toBe("session s\n  notice custom-title\n  prompt: One\n  reply: First.");
  });

  it("are read from the database, if a version took them over", async () => {
    const home = store(new OpencodeHome().session("s").asks("m1", 1, "In the database"), "s", [
      ["m1", "user", 1, text("In a file")],
    ]);
    expect(await home.drawing()).toBe("session s\n  notice custom-title\n  prompt: In the database");
  });

  it.each([
    ["storage", true],
    ["storage/session", true],
    ["storage/session/p1", true],
    ["storage/session/p1/x", false],
    ["storage/message", false],
    ["storage/part", false],
    ["snapshot", false],
    ["project", true],
    ["project/x", true],
    ["project/x/storage/session/info", true],
    ["project/x/storage/session/part", false],
  ])("are looked for in %s: %s", (path, isIn) => {
    expect(opencodeFiles.isFolder!(path)).toBe(isIn);
  });

  it("that are damaged keep what is whole", async () => {
    const home = store(oldHome(), "s", [
      ["m1", "user", 1, text("One")],
      ["m2", "user", 2],
    ]);
    home.file("storage/message/s/m2.json", '{"role":"us');
    home.file("storage/session/p1/x.json", "[");
    const arranged = await home.arranged();
    expect(arranged.get("-srv-harbor/s.jsonl")).toContain('{\\"role\\":\\"us');
    expect([...arranged.keys()]).toEqual(["-/x.jsonl", "-srv-harbor/s.jsonl"]);
  });
});
