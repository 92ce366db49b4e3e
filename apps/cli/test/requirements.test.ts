import { describe, expect, it } from "vitest";
import { ccdag, jsonl, scratch, talk } from "./world.ts";
import { join } from "node:path";

const at = "2026-04-14T09:09:28.000Z";
const user = (uuid: string, parentUuid: string | null, content: unknown, more: object = {}) => ({
  type: "user",
  uuid,
  parentUuid,
  timestamp: at,
  message: { content },
  ...more,
});
const answer = (uuid: string, parentUuid: string, ...content: object[]) => ({
  type: "assistant",
  uuid,
  parentUuid,
  timestamp: at,
  message: { id: `m-${uuid}`, model: "claude", content },
});
const text = (words: string) => ({ type: "text", text: words });
const page = async (records: string, ...options: string[]) => {
  const { code, stdout, stderr } = await ccdag([
    "export",
    join(scratch({ "s.jsonl": records }), "s.jsonl"),
    ...options,
  ]);
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
};

describe("requirements of what is written", () => {
  it("C022: for one session all files are looked at: what it continues is named, what continues it is shown, no other", async () => {
    const parents = { a: null, b: "a-a", c: "b-a", d: "a-a", z: null };
    const files = Object.entries(parents).map(([name, parent]) => [`projects/-app/${name}.jsonl`, talk(name, parent)]);
    const folder = scratch(Object.fromEntries(files) as Record<string, string>);
    const { stdout, stderr } = await ccdag(["export", join(folder, "projects/-app/b.jsonl"), "-v"]);
    expect([...stdout.matchAll(/^(?:Question|Answer) (\w)$/gm)].map(([, name]) => name)).toEqual(["b", "b", "c", "c"]);
    expect(stdout).toContain("← Continues from message a-a in Session a");
    // Sessions that are not related are not even parsed.
    expect(stderr).toContain("2 other sessions of this project were read and are not shown");
  });

  it("R003: a session links back to the message that it continues, by its words", async () => {
    const folder = scratch({
      "aaaaaaaa-1111.jsonl": talk("a"),
      "bbbbbbbb-2222.jsonl": talk("b", "a-a"),
    });
    const markdown = (await ccdag(["export", folder])).stdout;
    const [, words, uuid] = /← \[(.*?)\]\(#msg-(.*?)\)/.exec(markdown)!;
    expect([words, uuid]).toEqual(["Continues from message “Answer a” in Session aaaaaaaa", "a-a"]);
    expect(markdown).toContain('<a id="msg-a-a"></a>');
    const html = (await ccdag(["export", folder, "--to", "html"])).stdout;
    expect(html).toContain('<a href="#msg-a-a">Continues from message “Answer a” in Session aaaaaaaa</a>');
    expect(html.match(/Continues from message/g)).toHaveLength(1);
  });

  it("R012: a summary without a boundary is a landmark with its own time, without tokens", async () => {
    const compacted = jsonl(
      user("u", null, "hello"),
      answer("a", "u", text("Hi.")),
      user("s", "a", "What was said.", { isCompactSummary: true }),
      answer("b", "s", text("On we go.")),
    );
    expect(await page(compacted)).toContain(
      '## <a id="msg-s"></a>📦 Conversation compacted • 2026-04-14 09:09:28\n\n<details>\n<summary>Summary</summary>',
    );
    const html = await page(compacted, "--to", "html");
    expect(html).toMatch(
      /<li class="compaction"><a href="#msg-s"><span class="sign compaction">📦<\/span> Conversation compacted • <time[^>]*>2026-04-14 09:09:28<\/time><\/a>/,
    );
    expect(html).not.toContain("compacted (");
  });
});

describe("requirements of what remains of the original", () => {
  const call = { type: "tool_use", id: "t", name: "Read", input: { file_path: "x.ts" } };
  const records = jsonl(
    user("u", null, "hello"),
    answer("a", "u", { type: "thinking", thinking: "Hm.", signature: "s" }, text("I look."), call),
    user("r", "a", [{ type: "tool_result", tool_use_id: "t", content: "let a;" }]),
    answer("b", "r", text("Done.")),
    answer("b2", "r", text("Done.")),
  ).replace('"m-b2"', '"m-b"');

  it("R015: the kind of a record decides what it becomes, with its result inside the call of its message", async () => {
    const html = await page(records, "--to", "html");
    const main = /<main[^>]*>(.*)<\/main>/s.exec(html)![1]!;
    const articles = [...main.matchAll(/<article id="(\S+)" class="([\w ]+)">(.*?)<\/article>/gs)];
    expect(articles.map(([, id, kind]) => [id, kind])).toEqual([
      ["msg-u", "prompt"],
      ["msg-a", "reply"],
      ["msg-b", "reply answer"],
    ]);
    expect(articles[1]![3]).toMatch(
      /<details class="thinking">.*I look\..*<details class="tool".*let a;.*<\/details>/s,
    );
  });

  it("R015: every format shows the same messages, and what was written twice once", async () => {
    for (const format of ["markdown", "html", "json"]) {
      const output = await page(records, "--to", format);
      const body = format === "html" ? /<main[^>]*>(.*)<\/main>/s.exec(output)![1]! : output;
      expect([format, body.match(/Done\./g)?.length]).toEqual([format, 1]);
      expect(body).toMatch(/hello.*I look\..*let a;.*Done\./s);
    }
  });

  it("R015: a page has its style and script, collapsible sections, a timeline, and a filter for each kind", async () => {
    const html = await page(records, "--to", "html");
    expect(html).toMatch(/<style>[^<]+<\/style>.*<script>.+<\/script>/s);
    expect([...html.matchAll(/data-kind="(\w+)" aria-pressed="true"/g)].map(([, kind]) => kind)).toEqual([
      "prompt",
      "reply",
      "thinking",
      "tool",
      "record",
      "agent",
    ]);
    expect(html).toContain('<select data-do="sections">');
    const later = { ...user("v", "b", "more"), timestamp: "2026-04-14T09:20:00.000Z" };
    const long = await page(records + jsonl(later, answer("c", "v", text("Yes."))), "--to", "html");
    const strip = /<div class="strip">.*?<\/svg>/s.exec(long)![0];
    expect([...strip.matchAll(/href="#(turn-\w+)"/g)].map(([, name]) => name)).toEqual(["turn-u", "turn-v"]);
  });
});
