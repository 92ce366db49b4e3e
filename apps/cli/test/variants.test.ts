import { describe, expect, it } from "vitest";
import { ccdag, jsonl, put, scratch } from "./world.ts";

const time = (second: number) => `2026-01-01T10:00:0${second}.000Z`;
const prompt = (uuid: string, parentUuid: string | null, second: number, more: object = {}) => ({
  type: "user",
  uuid,
  parentUuid,
  timestamp: time(second),
  sessionId: "s",
  message: { role: "user", content: `Question ${uuid}` },
  ...more,
});
const answer = (uuid: string, parentUuid: string, second: number, more: object = {}) => ({
  type: "assistant",
  uuid,
  parentUuid,
  timestamp: time(second),
  sessionId: "s",
  message: { id: `m-${uuid}`, model: "claude", content: [{ type: "text", text: `Answer ${uuid}` }] },
  ...more,
});
const queued = { type: "queue-operation", operation: "enqueue", timestamp: time(3), sessionId: "s", content: "Wait" };
const titled = (customTitle: string) => ({ type: "custom-title", customTitle, sessionId: "s" });

const [u1, a1] = [prompt("u1", null, 0), answer("a1", "u1", 1)];
const [u2, a2] = [prompt("u2", "a1", 2), answer("a2", "u2", 3)];
const [u3, a3] = [prompt("u3", "a2", 4), answer("a3", "u3", 5)];

/** What `ls`, `check` and `export` say about the files of one project. */
async function read(files: Readonly<Record<string, string>>) {
  const root = scratch();
  for (const [name, text] of Object.entries(files)) put(root, `-p/${name}`, text);
  const run = (...args: string[]) => ccdag([...args, "--root", root], { env: { HOME: scratch() } });
  const listed = await run("ls", "--json");
  const rows = JSON.parse(listed.stdout) as Array<{ session: string; messages: number; title: string; agents: number }>;
  const { stdout: account, code } = await run("check", `${root}/-p`);
  const { stdout: text, stderr } = await run("export", `${root}/-p`, "--to", "plain", "--detail", "talk");
  const said = [...text.matchAll(/^(?:Question \w\w|Answer \w\w|Wait)$/gm)].map(([line]) => line.slice(-2));
  return { rows, account, code, said, stderr };
}

describe("the variants of a session that an archive keeps are one session", () => {
  it.each([
    ["the older one was shortened, and the session continued", [u1, a1, u2, a2], [u1, a1, u3, a3]],
    ["the newer one has lost its beginning", [u1, a1, u2, a2], [{ ...u2, parentUuid: null }, a2, u3, a3]],
    ["the newer one is the one with the plain name", [u1, a1, u3, a3], [u1, a1, u2, a2]],
  ])("with all messages, each once: %s", async (_, first, second) => {
    const { rows, account, code, said } = await read({ "s.jsonl": jsonl(...first), "s~2.jsonl": jsonl(...second) });
    expect(rows.map(({ session, messages }) => [session, messages])).toEqual([["s", 6]]);
    expect([code, account]).toEqual([
      0,
      "Nothing is lost: 8 lines = 6 placed + 0 hidden + 2 folded + 0 without uuid + 0 malformed\n",
    ]);
    expect(said).toEqual(["u1", "a1", "u2", "a2", "u3", "a3"]);
  });

  it("also if a variant adds nothing, or the file with the plain name is gone", async () => {
    const copied = await read({ "s.jsonl": jsonl(u1, a1), "s~2.jsonl": jsonl(a1, u1), "s~3.jsonl": jsonl(u1) });
    expect(copied.rows.map(({ session, messages }) => [session, messages])).toEqual([["s", 2]]);
    const alone = await read({ "s~2.jsonl": jsonl(u1, a1) });
    expect(alone.rows.map(({ session, messages }) => [session, messages])).toEqual([["s", 2]]);
  });

  it("the last title counts; a queued prompt that both hold is there once, one that a file holds twice is there twice", async () => {
    const { rows, said, code } = await read({
      "s.jsonl": jsonl(titled("old"), u1, a1, queued, queued),
      "s~2.jsonl": jsonl(u1, a1, queued, queued, titled("new"), u2, a2),
    });
    expect(rows.map(({ title }) => title)).toEqual(["new"]);
    expect([code, said.filter((word) => word === "it")]).toEqual([0, ["it", "it"]]);
  });

  it("variants of the file of an agent are one agent, and a sidecar with a number makes no message", async () => {
    const side = { isSidechain: true, agentId: "1" };
    const [p1, r1] = [prompt("p1", null, 1, side), answer("r1", "p1", 2, side)];
    const one = {
      "s.jsonl": jsonl(u1, a1),
      "s/subagents/agent-1.jsonl": jsonl(p1, r1),
      "s/subagents/agent-1.meta.json": '{"agentType":"Explore"}',
    };
    const { rows, code, stderr } = await read({
      ...one,
      "s/subagents/agent-1~2.jsonl": jsonl(p1, answer("r2", "p1", 3, side)),
      "s/subagents/agent-1~2.meta.json": '{"agentType":"Plan"}',
      "s/subagents/agent-1~3.meta.json": "{}",
    });
    expect(rows.map(({ session, agents }) => [session, agents])).toEqual([["s", 1]]);
    expect([code, stderr]).toEqual([0, (await read(one)).stderr]);
  });
});
