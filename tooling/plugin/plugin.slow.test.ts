import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { top } from "../setup/install.mjs";
import { stuckAfter } from "../tests/limits.ts";
import { put, sample } from "../tests/scratch.ts";
import { installClient, makeHome, run } from "./client.ts";
import { plugin, ruleLists } from "./files.ts";
import { type Reply, startModel } from "./model.ts";

const folder = mkdtempSync(join(tmpdir(), "ccdag-plugin-"));
const client = await installClient(folder);
const model = await startModel();
const home = makeHome(join(folder, "home"), client ?? [], model);
const archive = join(folder, "archive");
const install = ["plugin", "install", "ccdag", "--marketplace", top];

afterAll(() => {
  model.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Call a tool of the server. */
const call = (name: string, input: object): Reply => ({ tool: `mcp__plugin_ccdag_ccdag__${name}`, input });

/** Give the client a prompt and the model its answers: what the client printed, sent, and refused. */
async function use(prompt: string, replies: readonly Reply[], ...args: string[]) {
  model.script(...replies);
  const events = await home.ask(prompt, ...args);
  const result = events.at(-1)!;
  return {
    init: events.find(({ subtype }) => subtype === "init")!,
    session: String(result["session_id"]),
    denied: (result["permission_denials"] as Array<{ tool_input: unknown }>).map((one) => one.tool_input),
    asked: model.asked.map(({ messages }) => JSON.stringify(messages)),
    results: model.asked.at(-1)!.messages.flatMap(({ content }) => resultsIn(content)),
  };
}

function resultsIn(content: unknown): string[] {
  const blocks = (Array.isArray(content) ? content : []) as Array<{ type: string; content: unknown }>;
  const results = blocks.filter(({ type }) => type === "tool_result").map((block) => block.content);
  return results.map((one) => (typeof one === "string" ? one : (one as [{ text: string }])[0].text));
}

describe.skipIf(client === undefined)("the plugin in Claude Code", () => {
  it("is valid, and so is its marketplace", async () => {
    for (const path of [top, plugin]) {
      const { code, stdout } = await home.claude("plugin", "validate", path, "--strict");
      expect([code, stdout]).toEqual([0, expect.stringContaining("Validation passed")]);
    }
  });

  it("is installed by one command into an empty home", async () => {
    const { code, stdout } = await home.claude(...install, "--config", `archive=${archive}`);
    expect([code, stdout]).toEqual([0, expect.stringContaining("Successfully installed plugin: ccdag@ccdag")]);
    cpSync(sample, join(home.folder, ".claude/projects"), { recursive: true });
  });

  it("offers its commands, its skill and its server, and every tool that they name", async () => {
    let { init } = await use("Hello", []);
    const statuses = () =>
      (init["mcp_servers"] as Array<Record<string, string>>).map(({ name, status }) => [name, status]);
    // The client says what there is before a server has answered, if the machine is busy.
    for (const end = Date.now() + stuckAfter; Date.now() < end && statuses()[0]?.[1] === "pending";)
      ({ init } = await use("Hello", []));
    expect(statuses()).toEqual([["plugin:ccdag:ccdag", "connected"]]);
    const names = ["changes", "cost", "find", "share", "past-sessions"].map((name) => `ccdag:${name}`);
    expect(init["slash_commands"]).toEqual(expect.arrayContaining(names));
    const tools = ruleLists().flatMap(([, rules]) => rules.filter((rule) => rule.startsWith("mcp__")));
    expect(tools.length).toBeGreaterThan(5);
    expect(init["tools"]).toEqual(expect.arrayContaining(tools));
  });

  it("finds and reads an earlier session by its skill, which a user allows once for all its tools", async () => {
    const id = "7c6e8ad8-bb6e-4c01-acaa-d67eca1ced1e";
    const { session, asked, denied, results } = await use(
      "What did we decide about the frame of the table?",
      [
        { tool: "Skill", input: { skill: "ccdag:past-sessions" } },
        call("list_sessions", { words: "weather table" }),
        call("search", { query: "frame" }),
        call("read", { session: id, detail: "talk" }),
      ],
      "--allowedTools",
      "Skill(ccdag:past-sessions)",
    );
    expect(denied).toEqual([]);
    expect(asked[0]).toContain("- ccdag:past-sessions: Finds and reads earlier sessions");
    expect(asked[1]).toContain(`This session, ${session}, is recorded too`);
    const [, list, hits, talk] = results;
    expect(list).toContain("Straight columns for the weather table");
    expect(hits).toContain("a thin line between the columns, no frame around the whole");
    expect(talk).toContain("In this branch, try borders");
  });

  it("/ccdag:find searches for words, which no shell gets", async () => {
    const words = "'thin line'; touch pwned $(touch pwned)";
    const { session, asked, denied, results } = await use(`/ccdag:find ${words}`, [
      call("search", { query: "thin line" }),
    ]);
    expect(denied).toEqual([]);
    expect(asked[0]).toContain(`Find these words in past sessions: ${words}`);
    expect(asked[0]).toContain(`Omit hits in this session, ${session}`);
    expect(results).toEqual([expect.stringContaining("no frame around the whole")]);
    expect(readdirSync(home.work)).not.toContain("pwned");
  });

  it("/ccdag:cost adds up this session", async () => {
    const { session } = await use("Hello", []);
    const usage = call("usage", { project: session, by: "model" });
    const { asked, denied, results } = await use("/ccdag:cost", [usage], "--resume", session);
    expect(denied).toEqual([]);
    expect(asked[0]).toContain(`\`project\` ${session}, \`by\` model`);
    expect(results).toEqual([expect.stringMatching(/^[^\n]*\n<record-[^]*scripted/)]);
  });

  it("/ccdag:changes lists the files that this session changed", async () => {
    const write = { tool: "Write", input: { file_path: join(home.work, "beds.md"), content: "north\n" } };
    const { session } = await use("Write", [write], "--allowedTools", "Write");
    const { asked, denied, results } = await use("/ccdag:changes", [call("edits", { session })], "--resume", session);
    expect(denied).toEqual([]);
    expect(asked[0]).toContain(`with the \`session\` ${session}`);
    expect(results.at(-1)).toContain("beds.md");
  });

  it("/ccdag:share writes this session by one line, and no other without a question", async () => {
    const line = /```sh\n(.*)\n```/.exec(readFileSync(join(plugin, "commands/share.md"), "utf8"))![1]!;
    const hostile = [`${line} --use ./evil.mjs`, `${line}; touch pwned`, line.replace("session-", "../session-")];
    const calls = [line, ...hostile].map((command) => ({ tool: "Bash", input: { command } }));
    const { session } = await use("Hello", []);
    const { asked, denied, results } = await use("/ccdag:share 'all'; touch pwned", calls, "--resume", session);
    expect(asked[0]).toContain("put each word of the user into single quotes: 'all'; touch pwned");
    expect(results[0]).toMatch(/redacted: \d+ places?.*; read it before you share it/);
    expect(readFileSync(join(home.work, `session-${session}.md`), "utf8")).toContain(`session=${session} part=1 of=1`);
    expect(denied.map((input) => (input as { command: string }).command)).toEqual(hostile);
    expect(readdirSync(home.work)).not.toContain("pwned");
  });

  it("keeps each session in the archive when it ends", async () => {
    const projects = join(home.folder, ".claude/projects");
    const transcripts = readdirSync(projects, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".jsonl"),
    );
    expect(transcripts.length).toBeGreaterThan(8);
    for (const path of transcripts)
      expect([path, readFileSync(join(archive, "projects", path), "utf8")]).toEqual([
        path,
        readFileSync(join(projects, path), "utf8"),
      ]);
    // As long as the hook that the command line adds.
    const printed = await run(process.execPath, [join(top, "apps/cli/bin.js"), "keep", archive, "--hook"], folder);
    const hooks = JSON.parse(readFileSync(join(plugin, "hooks/hooks.json"), "utf8")) as HookFile;
    expect(printed.stdout).toContain(`"timeout": ${hooks.hooks.SessionEnd[0].hooks[0].timeout}`);
  });

  it("copies nothing if the user named no archive, whatever a project names", async () => {
    const other = makeHome(join(folder, "other"), client!, model);
    expect((await other.claude(...install)).code).toBe(0);
    const pluginConfigs = { "ccdag@ccdag": { options: { archive: join(folder, "stolen") } } };
    for (const name of ["settings.json", "settings.local.json"])
      put(other.work, `.claude/${name}`, JSON.stringify({ pluginConfigs }));
    await other.ask("Hello");
    const written = readdirSync(folder, { recursive: true, encoding: "utf8" });
    expect(written.filter((path) => /^other\/\.claude\/projects\/.*\.jsonl$/.test(path))).toHaveLength(1);
    expect(written.filter((path) => path.endsWith(".ccdag-keep"))).toEqual(["archive/.ccdag-keep"]);
  });
});

interface HookFile {
  readonly hooks: { readonly SessionEnd: readonly [{ readonly hooks: readonly [{ readonly timeout: number }] }] };
}
