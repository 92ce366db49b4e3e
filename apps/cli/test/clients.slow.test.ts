import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Message, toText } from "@ccdag/ccast";
import { openLibrary } from "@ccdag/library";
import { describe, expect, it } from "vitest";
import { connect } from "./mcp-client.ts";
import { ccdag, jsonl, put, read, scratch } from "./world.ts";

const cwd = "/srv/harbor";
const at = (second: number) => `2026-10-05T09:00:${String(second).padStart(2, "0")}.000Z`;
const id = (agent: string) => `0000000${agent.length}-1111-4222-8333-444455556666`;

const claude = jsonl(
  {
    type: "user",
    uuid: "u1",
    parentUuid: null,
    cwd,
    timestamp: at(1),
    message: { role: "user", content: "Heron of Claude" },
  },
  {
    type: "assistant",
    uuid: "a1",
    parentUuid: "u1",
    cwd,
    timestamp: at(2),
    message: {
      id: "m1",
      role: "assistant",
      model: "claude-opus-4-6",
      content: [{ type: "text", text: "A bird." }],
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  },
);

/** A rollout of Codex CLI: a prompt that was taken back by a rewind (0.130), and another one. */
const codex = jsonl(
  ...[
    ["session_meta", { id: id("codex"), cwd, cli_version: "0.130.0", source: "cli" }],
    ["turn_context", { model: "gpt-5.5" }],
    ...turn("Heron of Codex", "A heron."),
    ...turn("Taken back", "Never mind."),
    ["event_msg", { type: "thread_rolled_back", num_turns: 1 }],
    ...turn("Said instead", "Well."),
    ["response_item", { type: "custom_tool_call", name: "apply_patch", call_id: "c", input: "*** Begin Patch" }],
    ["event_msg", { type: "patch_apply_end", call_id: "c", success: true, changes: changes() }],
    ["response_item", { type: "custom_tool_call_output", call_id: "c", output: "Done." }],
  ].map(([type, payload], second) => ({ timestamp: at(second), type, payload })),
);

/** What a patch changes in `hull`, adds and moves. */
function changes() {
  return {
    [`${cwd}/hull`]: { update: { unified_diff: "@@ -2,2 +2,2 @@\n tar\n-\toak\n+\tteak\n", move_path: null } },
    [`${cwd}/mast`]: { add: { content: "fir\n" } },
    [`${cwd}/sail`]: { update: { unified_diff: "", move_path: `${cwd}/jib` } },
  };
}

function turn(prompt: string, answer: string): Array<[string, object]> {
  const said = (role: string, type: string, text: string) => ({ type: "message", role, content: [{ type, text }] });
  return [
    ["event_msg", { type: "task_started" }],
    ["response_item", said("user", "input_text", prompt)],
    ["event_msg", { type: "user_message", message: prompt }],
    ["response_item", said("assistant", "output_text", answer)],
    ["event_msg", { type: "agent_message", message: answer }],
  ];
}

const gemini = jsonl(
  { sessionId: id("gemini"), projectHash: "h", startTime: at(1), lastUpdated: at(1), kind: "main" },
  { id: "g1", timestamp: at(2), type: "user", content: [{ text: "Heron of Gemini" }] },
  {
    id: "g2",
    timestamp: at(3),
    type: "gemini",
    content: "A wader.",
    model: "gemini-2.5-pro",
    tokens: { input: 100, output: 20, cached: 40, thoughts: 5, tool: 0, total: 125 },
  },
);

const pi = jsonl(
  { type: "session", version: 3, id: id("pi"), timestamp: at(1), cwd },
  {
    type: "message",
    id: "p1",
    parentId: null,
    timestamp: at(2),
    message: { role: "user", content: [{ type: "text", text: "Heron of pi" }] },
  },
);

const textOf = (messages: readonly Message[]) => messages.map((message) => toText(message)).join("\n");

/** A home in which several agents have worked on one project. */
function home() {
  const top = realpathSync(scratch());
  put(top, ".claude/projects/-srv-harbor/c1.jsonl", claude);
  put(top, `.codex/sessions/2026/10/05/rollout-2026-10-05T09-00-00-${id("codex")}.jsonl`, codex);
  put(top, `.gemini/tmp/h/chats/session-2026-10-05T09-00-00000006.jsonl`, gemini);
  put(top, ".gemini/projects.json", JSON.stringify({ projects: { [cwd]: "h" } }));
  put(top, `.pi/agent/sessions/--srv-harbor--/2026-10-05T09-00-00-000Z_${id("pi")}.jsonl`, pi);
  const env = { HOME: top, XDG_CACHE_HOME: join(top, ".cache") };
  const call = (argv: readonly string[], from = top) => ccdag([...argv, "--utc"], { env, cwd: from });
  return { top, env, call };
}

const names = ["Claude", "Codex", "Gemini", "pi"];

describe("one home of several coding agents (issue 43, E12)", () => {
  it("ls lists the sessions of all, --projects one project", async () => {
    const { call } = home();
    const rows = JSON.parse((await call(["ls", "--json"])).stdout) as Array<{ title: string; project: string }>;
    expect(rows.map(({ title }) => title).sort()).toEqual(names.map((name) => `Heron of ${name}`).sort());
    const projects = JSON.parse((await call(["ls", "--projects", "--json"])).stdout) as Array<{ sessions: number }>;
    expect(projects.map(({ sessions }) => sessions)).toEqual([4]);
  });

  it("search finds the words of all, and says who spoke", async () => {
    const { call } = home();
    const { stdout } = await call(["search", "Heron"]);
    for (const name of names) expect(stdout).toContain(`Heron of ${name}`);
    expect((await call(["search", "A", "wader"])).stdout).toContain("Gemini: A wader.");
    expect((await call(["search", "Taken", "back"])).stdout).toContain("you: Taken back");
  });

  it("usage counts the tokens of all, each once", async () => {
    const { call } = home();
    const { stdout } = await call(["usage", "--by", "model", "--json"]);
    const { rows } = JSON.parse(stdout) as { rows: Array<Record<string, unknown>> };
    expect(rows.find((row) => row["model"] === "gemini-2.5-pro")).toMatchObject({
      calls: 1,
      input: 60,
      cacheRead: 40,
      output: 25,
    });
  });

  it("export shows the rewind of Codex as two branches, in its own words; check loses nothing", async () => {
    const { call } = home();
    const { stdout } = await call(["export", id("codex")]);
    expect(stdout).toMatch(/rewound\*[\s\S]*Taken back[\s\S]*rewound, continued here\*[\s\S]*Said instead/);
    expect(stdout).toContain("Codex CLI 0.130.0");
    expect((await call(["check", "/srv/harbor"])).stdout).toMatch(/^Nothing is lost/);
  });

  it("check --drift names what a newer format of any has, and the rest is read", async () => {
    const { top, call } = home();
    const add = (path: string, line: object) => put(top, path, read(top, path) + jsonl(line));
    expect((await call(["check", top, "--drift"])).stdout).toMatch(/No drift/);
    const file = (part: string) =>
      readdirSync(top, { recursive: true })
        .map(String)
        .find((path) => path.startsWith(part) && path.endsWith(".jsonl"))!;
    add(file(".codex"), { timestamp: at(9), type: "response_item", payload: { type: "hologram", words: "Seen" } });
    add(file(".gemini"), { id: "g9", timestamp: at(9), type: "hologram", content: [{ text: "Seen" }] });
    add(file(".pi"), { type: "hologram", id: "p9", parentId: "p1", timestamp: at(9) });
    put(
      top,
      ".copilot/session-state/c/events.jsonl",
      jsonl(
        { type: "session.start", id: "s0", timestamp: at(1), data: { sessionId: "c", context: { cwd } } },
        { type: "session.hologram", id: "s1", timestamp: at(2), data: {} },
      ),
    );
    const { stdout } = await call(["check", top, "--drift"]);
    expect(stdout).toMatch(/^Nothing is lost/);
    for (const part of [
      "codex response_item/hologram",
      "copilot event session.hologram",
      "gemini message hologram",
      "type pi/hologram",
    ])
      expect(stdout).toContain(part);
  });

  it("edits makes a patch of what Codex did, which git applies (E10)", async () => {
    const { top, call } = home();
    for (const [name, text] of [
      ["hull", "keel\ntar\n\toak\n"],
      ["sail", "linen\n"],
    ] as const)
      put(top, `work/${name}`, text);
    const work = join(top, "work");
    const { stdout } = await call(["edits", id("codex"), "--patch"]);
    execFileSync("git", ["init", "-q"], { cwd: work });
    execFileSync("git", ["apply"], { cwd: work, input: stdout });
    expect(readdirSync(work).sort()).toEqual([".git", "hull", "jib", "mast"]);
    expect(read(work, "hull")).toBe("keel\ntar\n\tteak\n");
  });

  it("ls and usage add up by agent; --client narrows what every command reads", async () => {
    const { top, call } = home();
    const sums = JSON.parse((await call(["ls", "--by", "client", "--json"])).stdout) as Array<Record<string, unknown>>;
    expect(sums.map(({ client, sessions }) => [client, sessions])).toEqual(
      expect.arrayContaining([
        ["claude-code", 1],
        ["codex", 1],
        ["gemini", 1],
        ["pi", 1],
      ]),
    );
    const { rows } = JSON.parse((await call(["usage", "--by", "client", "--json"])).stdout) as { rows: object[] };
    expect(rows).toEqual([
      expect.objectContaining({ client: "claude-code", calls: 1 }),
      expect.objectContaining({ client: "gemini", calls: 1, input: 60 }),
    ]);
    expect((await call(["search", "Heron", "--client", "gemini,pi"])).stdout).not.toMatch(/of (?:Claude|Codex)/);
    expect((await call(["tree", "--client", "codex", top])).stdout).toContain("Heron of Codex");
    // An archive has the sessions of all.
    await call(["keep", join(top, "kept"), "-q"]);
    const kept = await call(["ls", "--root", join(top, "kept"), "--client", "pi"]);
    expect(kept.stdout.match(/Heron of \w+/g)).toEqual(["Heron of pi"]);
    expect((await call(["ls", "--client", "cursor"])).stderr).toContain("Unexpected --client `cursor`");
    rmSync(join(top, ".pi"), { recursive: true });
    expect((await call(["ls", "--client", "pi"])).stderr).toContain("No sessions of pi on this machine");
  });

  it("who watches sees a session that begins later, and what is added to it", async () => {
    const { top, env } = home();
    const end = new AbortController();
    const changes = (await openLibrary({ env, cwd: top, signal: end.signal })).watch();
    const next = async () => textOf((await changes.next()).value!.messages);
    const first = next();
    const lines = codex.replaceAll("Heron", "Egret").replaceAll(id("codex"), id("another")).split("\n");
    const name = `.codex/sessions/2026/10/05/rollout-2026-10-05T09-10-00-${id("another")}.jsonl`;
    // Until it is watched, nothing is new.
    const timer = setInterval(() => put(top, name, lines.slice(0, 7).join("\n") + "\n"), 500);
    expect(await first).toContain("Egret of Codex");
    clearInterval(timer);
    const second = next();
    put(top, name, lines.join("\n"));
    expect(await second).toContain("Said instead");
    end.abort();
    await changes.return(undefined);
  });

  it("store import makes messages of all: they are read by id, and as files", async () => {
    const { top, call } = home();
    const data = join(top, "store");
    const { stderr } = await call(["store", "import", "--data", data]);
    expect([...stderr.matchAll(/: \d+ files? read, (\d+) sessions?, (\d+) new/g)].map(([, ...found]) => found)).toEqual(
      [
        ["1", "2"],
        ["1", "2"],
        ["1", "1"],
        ["1", "7"],
      ],
    );
    const { stdout } = await call(["ls", "--store", data]);
    for (const name of names) expect(stdout).toContain(`Heron of ${name}`);
  });

  it("a file that is named is read without those of other agents", async () => {
    const { top, call } = home();
    const { stdout } = await call(["tree", join(top, ".claude/projects/-srv-harbor/c1.jsonl")]);
    expect(stdout).toContain("Heron of Claude");
    expect(readdirSync(join(top, ".cache", "ccdag"))).not.toContain("clients");
  });

  it("site, mcp and keep have them; what was kept is read again", async () => {
    const { top, call, env } = home();
    await call(["site", "-o", join(top, "out/site"), "-q"]);
    const index = read(join(top, "out/site"), "index.html");
    for (const name of names) expect(index).toContain(`Heron of ${name}`);
    const mcp = await connect([], { env, cwd: top });
    const listed = await mcp.call("list_sessions");
    for (const name of names) expect(listed.text).toContain(`Heron of ${name}`);
    expect((await mcp.call("search", { query: "wader" })).text).toContain("A wader.");
    await call(["keep", join(top, "kept"), "-q"]);
    for (const folder of [".claude", ".codex", ".gemini", ".pi", ".cache"])
      rmSync(join(top, folder), { recursive: true });
    const { stdout } = await call(["ls", "--root", join(top, "kept")]);
    for (const name of names) expect(stdout).toContain(`Heron of ${name}`);
  });

  it("a copy of a home, and a folder of one agent, are inputs without an option", async () => {
    const { top, call } = home();
    const elsewhere = realpathSync(scratch());
    const whole = (await call(["tree", top], elsewhere)).stdout;
    for (const name of names) expect(whole).toContain(`Heron of ${name}`);
    expect((await call(["tree", join(top, ".codex")], elsewhere)).stdout).not.toContain("Heron of Gemini");
  });

  it("nothing is written into the folders of agents, and nothing stays behind without a cache", async () => {
    const { top, call } = home();
    const files = () => readdirSync(top, { recursive: true }).map(String).toSorted();
    const before = files();
    await call(["ls", "--no-cache"]);
    expect(files()).toEqual(before);
  });

  it("a session that its agent has deleted is gone, and one that is new is there", async () => {
    const { top, call } = home();
    await call(["ls"]);
    rmSync(join(top, ".codex/sessions"), { recursive: true });
    mkdirSync(join(top, ".codex/sessions"));
    put(
      top,
      `.codex/archived_sessions/rollout-2026-10-05T09-00-00-${id("other")}.jsonl`,
      codex.replaceAll("Heron", "Egret"),
    );
    const { stdout } = await call(["ls"]);
    expect(stdout).not.toContain("Heron of Codex");
    expect(stdout).toContain("Egret of Codex");
  });
});
