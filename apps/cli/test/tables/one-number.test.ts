import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writer } from "@ccdag/keep/write";
import { prices } from "@ccdag/ccast";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { listed, rowsOfInputs } from "@ccdag/library";
import { sessionEntries } from "../../src/pick/session-entries.ts";
import { ccdag, jsonl, put, read, sample } from "../world.ts";

// A number stands once: each view of one archive is read as a person or a program reads it, and compared with what is counted.

const ids = {
  first: "642fe51e-78f5-4e03-aad6-929a942a6fe9",
  second: "7c6e8ad8-bb6e-4c01-acaa-d67eca1ced1e",
  forked: "f0f0f0f0-0000-4000-8000-000000000001",
};

/** What is counted of each session. Calls, failures, compactions and tokens were counted in the transcripts, too, without ccdag. */
const counted: Readonly<Record<string, Record<string, number>>> = {
  [ids.first]: {
    messages: 35,
    messagesOfAgents: 4,
    prompts: 9,
    compactions: 1,
    toolCalls: 23,
    failedToolCalls: 1,
    toolCallsOfAgents: 3,
    branches: 2,
    agents: 1,
    agentsMissing: 0,
    agentsOfClient: 0,
    apiCalls: 25,
    tokensRead: 1_544_990,
    tokensWritten: 5178,
    cost: 0.9603675,
    unpriced: 0,
    contextPeak: 117_856,
  },
  [ids.second]: {
    messages: 9,
    messagesOfAgents: 0,
    prompts: 3,
    compactions: 0,
    toolCalls: 3,
    failedToolCalls: 0,
    toolCallsOfAgents: 0,
    branches: 1,
    agents: 0,
    agentsMissing: 0,
    agentsOfClient: 0,
    apiCalls: 5,
    tokensRead: 437_531,
    tokensWritten: 337,
    cost: 0.20810355,
    unpriced: 0,
    contextPeak: 95_949,
  },
  [ids.forked]: {
    messages: 7,
    messagesOfAgents: 0,
    prompts: 3,
    compactions: 0,
    toolCalls: 1,
    failedToolCalls: 1,
    toolCallsOfAgents: 0,
    branches: 2,
    agents: 1,
    agentsMissing: 1,
    agentsOfClient: 0,
    apiCalls: 4,
    tokensRead: 4000,
    tokensWritten: 400,
    cost: 0.018,
    unpriced: 0,
    contextPeak: 1000,
  },
};

/** A session with a fork, an agent whose transcript is gone, and a call that failed. */
function forked(): string {
  const common = { sessionId: ids.forked, cwd: "/home/me/app", version: "2.1.0" };
  const entry = (uuid: string, parentUuid: string | null, minute: number, more: object) => ({
    ...common,
    uuid,
    parentUuid,
    timestamp: `2026-05-01T10:0${minute}:00.000Z`,
    ...more,
  });
  const said = (content: unknown) => ({ type: "user", message: { role: "user", content } });
  const answered = (id: string, content: unknown) => ({
    type: "assistant",
    message: {
      id,
      role: "assistant",
      model: "claude-sonnet-4-5-20250929",
      usage: { input_tokens: 1000, output_tokens: 100 },
      content,
    },
  });
  const text = (words: string) => [{ type: "text", text: words }];
  const call = { type: "tool_use", id: "t1", name: "Agent", input: { description: "Look", prompt: "Look for it" } };
  const result = { type: "tool_result", tool_use_id: "t1", content: "Stopped.", is_error: true };
  return jsonl(
    entry("u1", null, 0, said("Find the bug.")),
    entry("a1", "u1", 1, answered("m1", [call])),
    entry("r1", "a1", 2, { ...said([result]), toolUseResult: { status: "failed", agentId: "a1234567890abcdef" } }),
    entry("a2", "r1", 3, answered("m2", text("It is in line 3."))),
    entry("u2", "a2", 4, said("Mend it.")),
    entry("a3", "u2", 5, answered("m3", text("Mended."))),
    entry("u3", "a2", 6, said("Explain it.")),
    entry("a4", "u3", 7, answered("m4", text("It counts from 0."))),
  );
}

/** What a view says of a session: numbers, or texts with a number. */
type Said = Record<string, string | number>;

/** What a view says of each session. */
type View = Readonly<Record<string, Said>>;

const views = new Map<string, View>();
const home = mkdtempSync(join(tmpdir(), "ccdag-one-"));
afterAll(() => rmSync(home, { recursive: true }));

/** The names of columns by the words of a view. */
const columnOf: Readonly<Record<string, string>> = {
  message: "messages",
  turn: "prompts",
  turns: "prompts",
  prompt: "prompts",
  agent: "agents",
  branch: "branches",
  compaction: "compactions",
  calls: "apiCalls",
  read: "tokensRead",
  written: "tokensWritten",
  "tokens-read": "tokensRead",
  "tokens-written": "tokensWritten",
};
const named = (word: string): string => {
  const lower = word === word.toUpperCase() ? word.toLowerCase() : word;
  const name = lower.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return columnOf[name] ?? name;
};

/** `35 messages · 2 branches`: the number of each word. */
function numbersIn(words: string): Said {
  const said: Said = {};
  for (const [, number = "", word = ""] of words.matchAll(
    /([\d,]+) (messages?|turns?|prompts?|agents?|branch(?:es)?|compactions?)\b/g,
  ))
    said[named(word)] = number;
  const [cost] = /\$[\d.,]+/.exec(words) ?? [];
  return cost === undefined ? said : { ...said, cost };
}

/** The rows of a table whose numbers end where their heads end, each by what begins the line. */
function rowsIn(table: string, wanted: readonly string[]): Map<string, Said> {
  const [heads = "", ...lines] = table.split("\n\n")[0]!.trimEnd().split("\n");
  const ends = wanted.map((head) => [named(head), heads.indexOf(head) + head.length] as const);
  const cell = (line: string, end: number) => /\S*$/.exec(line.slice(0, end))![0];
  return new Map(
    lines.map((line) => [
      line.trim(),
      Object.fromEntries(ends.map(([name, end]) => [name, cell(line, end)]).filter(([, text]) => text !== "")),
    ]),
  );
}

/** The values of a CSV text, by its heads. */
function csvRows(text: string): Record<string, string>[] {
  const rows = [[""]];
  for (const [, quoted, plain, end] of text.matchAll(/"((?:[^"]|"")*)"|([^",\r\n]+)|(,|\r?\n)/g)) {
    if (end === ",") rows.at(-1)!.push("");
    else if (end !== undefined) rows.push([""]);
    else rows.at(-1)![rows.at(-1)!.length - 1] += quoted?.replaceAll('""', '"') ?? plain!;
  }
  const [heads = [], ...found] = rows.filter((row) => row.length > 1);
  return found.map((row) => Object.fromEntries(heads.map((head, at) => [named(head), row[at]!])));
}

/** Of each session what a view says, found by a text that has its id, or the beginning of it. */
function bySession<T>(found: Iterable<readonly [key: string, said: T]>): Record<string, T> {
  const said: Record<string, T> = {};
  for (const [key, one] of found) {
    const id = Object.values(ids).find((name) => key.includes(name) || key.includes(name.slice(0, 8)));
    if (id !== undefined) said[id] ??= one;
  }
  return said;
}

/** Only what is counted: the rest of a view is no number, or a time. */
function numbersOf(row: Readonly<Record<string, unknown>>): Said {
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => Object.hasOwn(counted[ids.first]!, name) || name === "tokens"),
  ) as Said;
}

const htmlText = (html: string): string => html.replace(/<[^>]*>/g, " ");

/** A file of an export whose name has the beginning of an id. */
function fileOf(folder: string, id: string, ending: string): string {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return read(
    folder,
    paths.find((path) => path.includes(id) && path.endsWith(ending))!,
  );
}

beforeAll(async () => {
  const root = join(home, ".claude/projects");
  cpSync(sample, root, { recursive: true });
  put(root, `-home-me-app/${ids.forked}.jsonl`, forked());
  const io = { cwd: home, env: { HOME: home } };
  const run = async (...argv: string[]) => {
    const { code, stdout, stderr } = await ccdag([...argv, "--root", root], io);
    if (code !== 0) throw new Error(`${argv.join(" ")}: ${stderr}`);
    return stdout;
  };
  const rows = JSON.parse(await run("ls", "--json")) as Array<Record<string, unknown>>;
  views.set("ls --json", bySession(rows.map((row) => [String(row["session"]), numbersOf(row)])));
  views.set("ls --csv", bySession(csvRows(await run("ls", "--csv")).map((row) => [row["session"]!, numbersOf(row)])));
  views.set("ls", bySession(rowsIn(await run("ls"), ["MESSAGES", "BRANCHES", "AGENTS", "COST"])));
  views.set("usage", bySession(rowsIn(await run("usage", root), ["CALLS", "READ", "WRITTEN", "COST"])));
  views.set(
    "usage --by",
    bySession(rowsIn(await run("usage", "--by", "session"), ["CALLS", "READ", "WRITTEN", "COST"])),
  );

  const groups = JSON.parse(await run("usage", "--by", "session", "--json")) as {
    rows: Array<Record<string, unknown>>;
  };
  views.set("usage --by --json", bySession(groups.rows.map((row) => [String(row["session"]), numbersOf(row)])));

  const writer = new Writer(["/nowhere"]);
  const listing = await rowsOfInputs([root], { ...io, roots: [root], memo: new Map(), writer, isQuiet: true } as never);
  const items = sessionEntries(listed(listing.rows, listing.rows, prices), { now: 0, zone: "utc", home: "" }, false);
  views.set(
    "pick",
    bySession(
      items.map(({ value, facts }) => [
        value.id,
        facts().reduce<Said>((said, [label, text]) => {
          if (label === "messages") return { ...said, ...numbersIn(text), messages: text.split(" ")[0]! };
          return { ...said, ...numbersOf({ [named(label)]: text }) };
        }, {}),
      ]),
    ),
  );
  const text = await listByMcp(["--root", root], io);
  views.set("mcp", bySession(text.split("\n").map((line) => [line, numbersIn(line)])));

  await run("export", root, "--to", "csv", "-o", `${home}/tables/`);
  const table = csvRows(read(home, "tables/sessions.csv"));
  views.set("table of sessions", bySession(table.map((row) => [row["sessionId"]!, numbersOf(row)])));

  for (const format of ["json", "markdown", "html", "obsidian"])
    await run("export", root, "--to", format, "-o", `${home}/${format}/`);
  const index = JSON.parse(read(home, "json/index.json")) as Array<Record<string, unknown>>;
  views.set("index.json", bySession(index.map((row) => [String(row["sessionId"]), numbersOf(row)])));
  const lines = read(home, "markdown/index.md").replaceAll("\\", "").split("\n");
  views.set("index.md", bySession(lines.map((line) => [/#session-\S+/.exec(line)?.[0] ?? "", cellsOf(line)])));

  await run("site", root, "-o", `${home}/site`);
  for (const [name, path] of [
    ["index of a folder", "html/index.html"],
    ["index of a site", "site/index.html"],
  ] as const) {
    const listedRows = read(home, path).match(/<li data-p=.*?<\/li>/gs) ?? [];
    views.set(
      name,
      bySession(listedRows.map((html) => [/href="[^"]*"/.exec(html)![0].replace(/.*#/, ""), indexRow(html)])),
    );
  }
  const pages = Object.values(ids).map((id) => [id, headIn(fileOf(join(home, "site"), id, ".html"))] as const);
  views.set("head of a page", bySession(pages));
  const notes = Object.values(ids).map((id) => {
    const [, yaml = ""] = /^---\n([^]*?)\n---\n/.exec(fileOf(join(home, "obsidian"), id.slice(0, 8), ".md")) ?? [];
    const properties = Object.entries(parse(yaml) as Record<string, unknown>).filter(([name]) => name !== "branch");
    return [id, numbersOf(Object.fromEntries(properties.map(([name, value]) => [named(name), value])))] as const;
  });
  views.set("note", bySession(notes));
});

/** What the tool of `ccdag mcp` answers. */
async function listByMcp(argv: readonly string[], io: object): Promise<string> {
  const clientInfo = { name: "test", version: "1" };
  const messages = [
    { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "list_sessions", arguments: {} } },
  ];
  const stdin = (async function* () {
    for (const message of messages) yield Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  })();
  const { stdout } = await ccdag(["mcp", ...argv], { ...io, stdin });
  type Answer = { id?: number; result: { content: Array<{ text: string }> } };
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
  return answers
    .find(({ id }) => id === 2)!
    .result.content.map(({ text }) => text)
    .join("\n");
}

/** `| date | project | title | length | messages | cost |`. */
function cellsOf(line: string): Said {
  const cells = line.split(" | ");
  return { messages: cells[4] ?? "", cost: (cells[5] ?? "").replace(/ \|$/, "") };
}

/** What an entry of an index says in its words, and in the numbers for its script. */
function indexRow(html: string): Said {
  const [, messages = "", tokens = ""] = /data-n="(\d+) (\d+) [\d.]+"/.exec(html) ?? [];
  const words = numbersIn(htmlText(/<p class="facts">.*/s.exec(html)![0]));
  if (words["messages"] !== messages)
    throw new Error(`${words["messages"]} messages are shown, ${messages} are sorted`);
  return { ...words, tokens };
}

/** What the head of a page says. */
function headIn(html: string): Said {
  const [head = ""] = /<div class="head">.*?<\/dl>/s.exec(html) ?? [];
  const row = (name: string) => htmlText(new RegExp(`<dt>${name}</dt><dd>(.*?)</dd>`, "s").exec(head)?.[1] ?? "");
  const [, calls] = /(\d+) calls?/.exec(row("Tools")) ?? [];
  const [, failed] = /(\d+) failed/.exec(row("Tools")) ?? [];
  const [, missing] = /(\d+) agents? without/.exec(row("Cost")) ?? [];
  const said = { ...numbersIn(row("Size")), toolCalls: calls, failedToolCalls: failed, agentsMissing: missing };
  const { cost } = numbersIn(row("Cost"));
  return Object.fromEntries(Object.entries({ ...said, cost }).filter(([, value]) => value !== undefined)) as Said;
}

/** What a view says that is not what is counted. */
function wrongIn(view: View): string[] {
  return Object.entries(view).flatMap(([id, said]) =>
    Object.entries(said).flatMap(([name, value]) => {
      const { tokensRead = 0, tokensWritten = 0 } = counted[id]!;
      const right = name === "tokens" ? tokensRead + tokensWritten : counted[id]![name]!;
      // A cost is shown with four digits.
      const number = Number(String(value).replace(/[$,]/g, ""));
      return Math.abs(number - right) < (name === "cost" ? 0.00006 : 1e-9)
        ? []
        : [`${id} ${name}: ${value}, not ${right}`];
    }),
  );
}

describe("the same number in every view", () => {
  it("all views show all sessions, and what is counted of them", () => {
    expect(views.size).toBe(15);
    for (const [name, view] of views) {
      expect([name, Object.keys(view).sort()]).toEqual([name, Object.values(ids).sort()]);
      expect([name, wrongIn(view)]).toEqual([name, []]);
    }
  });

  it.each([
    ["ls --json", 17],
    ["ls --csv", 17],
    ["table of sessions", 15],
    ["ls", 4],
    ["pick", 5],
    ["mcp", 1],
    ["usage", 4],
    ["usage --by", 4],
    ["usage --by --json", 3],
    ["index.json", 6],
    ["index.md", 2],
    ["index of a folder", 5],
    ["index of a site", 5],
    ["head of a page", 8],
    ["note", 3],
  ])("%s has %d columns that are compared, and one that is off by one is found", (name, columns) => {
    const view = views.get(name)!;
    const names = new Set(Object.values(view).flatMap((said) => Object.keys(said)));
    expect([...names].sort()).toHaveLength(columns);
    for (const [id, said] of Object.entries(view))
      for (const [column, value] of Object.entries(said)) {
        const text = String(value);
        const off = text.replace(/[\d,.]+/, (number) => String(Number(number.replaceAll(",", "")) + 1));
        expect(wrongIn({ ...view, [id]: { ...said, [column]: off } })).toHaveLength(1);
      }
  });

  it("a project has the sums of its sessions, and the longest context of one", async () => {
    const [project] = JSON.parse((await ccdag(["ls", "--projects", "--json", sample])).stdout) as Said[];
    for (const name of Object.keys(counted[ids.first]!)) {
      const [first, second] = [counted[ids.first]![name]!, counted[ids.second]![name]!];
      const sum = name === "contextPeak" ? Math.max(first, second) : first + second;
      expect([name, project![name]]).toEqual([name, name === "cost" ? expect.closeTo(sum, 9) : sum]);
    }
  });
});
