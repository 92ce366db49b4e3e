import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { walk } from "@ccdag/ccast";
import { arrangeClient } from "@ccdag/files/clients";
import { describe, expect, it } from "vitest";
import { jsonl, scratch } from "../../../tooling/tests/scratch.ts";
import { geminiFiles as files } from "../src/index.ts";
import { again, answers, asks, call, context, header, message, response, rewind } from "./log.ts";
import { type Json, outline, readFiles } from "./outline.ts";

/** Arrange a data folder; the files by their paths in the folder of projects. */
async function arranged(
  home: Record<string, string>,
): Promise<{ files: Record<string, string>; failed: readonly string[] }> {
  const { root, failed } = await arrangeClient(files, scratch(home), scratch());
  const paths = readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const found = paths.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return {
    files: Object.fromEntries(found.map((path) => [path.slice(root.length + 1), readFileSync(path, "utf8")])),
    failed: failed.map(({ reason }) => reason),
  };
}

const root = { "tmp/rope/.project_root": "/srv/rope" };
const spawn = (id: string, prompt: string, more: Json = {}) => ({
  ...call(id, "invoke_agent", { agent_name: "rigger", prompt }),
  ...more,
});
const agent = (id: string, task: string, start: string) =>
  jsonl(
    header({ sessionId: id, kind: "subagent", startTime: start }),
    asks(`${id}p`, task),
    answers(`${id}a`, "Ready."),
  );

describe("issue 43: files of Gemini CLI", () => {
  it("of one session are one: several logs in the order in which they began", async () => {
    const found = await arranged({
      ...root,
      "tmp/rope/chats/session-b.jsonl": jsonl(header({ startTime: "2026-03-02T08:00:00.000Z" })),
      "tmp/rope/chats/session-a.jsonl": jsonl(header(), asks("p1", "Tie.")),
      "tmp/rope/logs.json": "[]",
      "tmp/rope/checkpoint-x.json": "{}",
    });
    expect(Object.keys(found.files)).toEqual(["-srv-rope/s.jsonl", "-srv-rope/s~2.jsonl"]);
    expect(found.files["-srv-rope/s.jsonl"]).toContain("Tie.");
    expect(JSON.parse(found.files["-srv-rope/s.jsonl"]!.split("\n")[0]!)).toEqual(
      header({ ccdag: { cwd: "/srv/rope" } }),
    );
  });

  it.each<[string, Record<string, string>]>([
    ["projects.json", { "projects.json": JSON.stringify({ projects: { "/srv/rope": "rope" } }) }],
    ["the hash of older clients", { "projects.json": JSON.stringify({ projects: { "/srv/rope": "other" } }) }],
  ])("have their project from %s", async (_, more) => {
    const projectHash = createHash("sha256").update("/srv/rope").digest("hex");
    const found = await arranged({ ...more, "tmp/rope/chats/session-a.jsonl": jsonl(header({ projectHash })) });
    expect(Object.keys(found.files)).toEqual(["-srv-rope/s.jsonl"]);
  });

  it("of the older format become a log with a line for each message", async () => {
    const session = header({
      kind: undefined,
      messages: [asks("p1", "Tie."), answers("a1", "Tied.", { toolCalls: [call("c1", "tie", {}, "tied")] })],
    });
    const found = await arranged({ ...root, "tmp/rope/chats/session-a.json": JSON.stringify(session, null, 2) });
    const { tree, rules } = readFiles(found.files);
    expect(outline(tree)).toEqual(["human prompt: Tie.", "assistant reply: Tied.", "call tie {}", "result: tied"]);
    expect(rules).toEqual([]);
  });

  it("of the older format that the client continued with in a new file are read once", async () => {
    const messages = [asks("p1", "Tie."), answers("a1", "Tied.")].map((one) => ({
      ...one,
      timestamp: "2026-03-01T09:00:00.000Z",
    }));
    const found = await arranged({
      ...root,
      "tmp/rope/chats/session-a.json": JSON.stringify({ ...header(), messages }),
      "tmp/rope/chats/session-a.jsonl": jsonl(header(), ...messages, asks("p2", "Again.")),
    });
    const { tree, rules } = readFiles(found.files);
    expect(outline(tree)).toEqual(["human prompt: Tie.", "assistant reply: Tied.", "human prompt: Again."]);
    expect(rules).not.toContain("uuid-collision");
  });

  it("that are no JSON are reported", async () => {
    const found = await arranged({ "tmp/rope/chats/session-a.json": "{", "tmp/rope/chats/session-b.json": "[]" });
    expect(found.files).toEqual({});
    expect(found.failed).toHaveLength(2);
  });

  it("of agents stand below the calls that spawned them: by their ids, else by their tasks, in order", async () => {
    const calls = [
      spawn("c1", "Look at the rope."),
      spawn("c2", "Look at the rope."),
      spawn("c3", "Look at the sail.", { agentId: "g3", result: [response("c3", "invoke_agent", "Ready.")] }),
    ];
    const found = await arranged({
      ...root,
      "tmp/rope/chats/session-a.jsonl": jsonl(header(), asks("p1", "Look."), {
        ...answers("a1", "I ask."),
        toolCalls: calls,
      }),
      "tmp/rope/chats/s/g2.jsonl": agent("g2", "Look at the rope.", "2026-03-01T08:00:02.000Z"),
      "tmp/rope/chats/s/g1.jsonl": agent("g1", "Look at the rope.", "2026-03-01T08:00:01.000Z"),
      "tmp/rope/chats/s/g3.jsonl": agent("g3", "Something else.", "2026-03-01T08:00:00.000Z"),
      "tmp/rope/chats/g1/g4.jsonl": agent("g4", "Deeper.", "2026-03-01T08:00:03.000Z"),
    });
    const about = Object.entries(found.files).flatMap(([path, text]) =>
      path.endsWith(".meta.json") ? [[path.slice("-srv-rope/s/subagents/agent-".length, -10), JSON.parse(text)]] : [],
    );
    expect(about).toEqual([
      ["g1", { toolUseId: "c1", agentType: "rigger" }],
      ["g2", { toolUseId: "c2", agentType: "rigger" }],
      ["g3", { toolUseId: "c3", agentType: "rigger" }],
      ["g4", { parentAgentId: "g1" }],
    ]);
    const rows = outline(readFiles(found.files).tree);
    expect(rows.filter((row) => row.startsWith("agent ") && !row.includes(":"))).toHaveLength(4);
    expect(rows).toContain("agent rigger");
  });

  it("of agents of older versions lie beside those of sessions", async () => {
    const calling = {
      ...answers("a1", ""),
      toolCalls: [call("c1", "codebase_investigator", { objective: "Find knots." })],
    };
    const found = await arranged({
      ...root,
      "tmp/rope/chats/session-a.json": JSON.stringify({ ...header(), messages: [asks("p1", "Look."), calling] }),
      "tmp/rope/chats/session-b.json": JSON.stringify({
        ...header({ sessionId: "g1", kind: "subagent" }),
        messages: [asks("q1", "Find knots."), answers("b1", "None.")],
      }),
    });
    expect(Object.keys(found.files)).toContain("-srv-rope/s/subagents/agent-g1.jsonl");
    expect(outline(readFiles(found.files).tree)).toEqual([
      "human prompt: Look.",
      "assistant reply: ",
      'call codebase_investigator {"objective":"Find knots."}',
      "agent codebase_investigator",
      "assistant prompt: Find knots.",
      "agent reply: None.",
    ]);
  });

  it("of an agent without a session are kept, also where agents name each other", async () => {
    const found = await arranged({
      "tmp/rope/chats/x/y.jsonl": agent("y", "Look.", "1"),
      "tmp/rope/chats/y/x.jsonl": agent("x", "Look.", "2"),
      "tmp/rope/chats/session-z.jsonl": agent("z", "Look.", "3"),
    });
    expect(Object.keys(found.files).filter((path) => path.endsWith(".jsonl"))).toHaveLength(3);
  });

  it("keep bytes that are no text, and lines after a header that is cut", async () => {
    const log = `${JSON.stringify(header())}\n{"id":"p1","type":"user","content":"caf\u00e9"}\n{"id":`;
    const { files: found } = await arranged({
      "tmp/rope/chats/session-a.jsonl": log,
      "tmp/rope/chats/session-b.jsonl": log.slice(20),
    });
    expect(found["-/s.jsonl"]!.split("\n").slice(1)).toEqual(log.split("\n").slice(1));
    expect(found["-/session-b.jsonl"]).toBe(log.slice(20));
  });
});

describe("issue 43: points that Gemini CLI saved in one session and continued from in another", () => {
  const stamp = (lines: readonly Json[], minute: number) =>
    lines.map((one, at) => ("id" in one ? { ...one, timestamp: `2026-03-01T09:0${minute}:${10 + at}.000Z` } : one));
  const first = stamp(
    [header(), asks("p1", "Tie."), answers("a1", "Tied."), asks("p2", "Again."), answers("a2", "Tied twice.")],
    1,
  );
  const copies = [message("x1", "user", [context, { text: "Tie." }]), message("y1", "gemini", [{ text: "Tied." }])];
  const resumed = (id: string, ...more: Json[]) =>
    jsonl(
      ...stamp([header({ sessionId: id, startTime: "2026-03-02T08:00:00.000Z" }), ...again(...copies), ...more], 2),
    );
  const rows = (found: Record<string, string>) =>
    outline(readFiles(found).tree).filter((row) => !row.startsWith("gemini/"));

  it("continue that session, which is in the tree once", async () => {
    const { files: found } = await arranged({
      ...root,
      "tmp/rope/chats/session-a.jsonl": jsonl(...first),
      "tmp/rope/chats/session-0.jsonl": jsonl(header({ sessionId: "other" }), asks("o1", "Tie."), answers("o2", "No.")),
      "tmp/rope/chats/session-b.jsonl": resumed("t", asks("p3", "Coil."), answers("a3", "Coiled.")),
    });
    const { tree, rules } = readFiles(found);
    const sessions: unknown[] = [];
    walk(tree, (node) => {
      if (node.type === "session") sessions.push([node.sessionId, node.from?.sessionId, node.from?.uuid]);
    });
    expect(sessions).toContainEqual(["t", "s", "a1@s"]);
    expect(rows(found).filter((row) => row.startsWith("human"))).toEqual([
      "human prompt: Tie.",
      "human prompt: Tie.",
      "human prompt: Again.",
      "human prompt: Coil.",
    ]);
    expect(rules).toEqual([]);
  });

  it("can be rewound into that session", async () => {
    const { files: found } = await arranged({
      ...root,
      "tmp/rope/chats/session-a.jsonl": jsonl(...first),
      "tmp/rope/chats/session-b.jsonl": resumed("t", asks("p3", "Coil."), rewind("x1"), asks("p4", "Cut.")),
    });
    expect(
      rows(found)
        .filter((row) => row.startsWith("human"))
        .sort(),
    ).toEqual(["human prompt: Again.", "human prompt: Coil.", "human prompt: Cut.", "human prompt: Tie."]);
  });

  it("are whole if that session is gone", async () => {
    const { files: found } = await arranged({ "tmp/rope/chats/session-b.jsonl": resumed("t", asks("p3", "Coil.")) });
    expect(rows(found)).toEqual(["human prompt: Tie.", "assistant reply: Tied.", "human prompt: Coil."]);
  });
});
