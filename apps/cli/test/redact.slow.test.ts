import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { places, planted } from "../../../packages/redact/test/planted.ts";
import { ccdag, jsonl, put, read, scratch } from "./world.ts";

const time = "2026-01-01T10:00:00.000Z";
const words = planted.map((each) => each.words);
/** All secrets, each in another kind of text: eight such texts hold each of them in each kind. The detectors' own tests have all pairs. */
const text = (nth: number) => words.map((each, at) => places[(at + nth) % places.length]![1](each)).join("\n\n");
const secrets = planted.map(({ secret }) => secret);

function world(): string {
  const folder = scratch();
  const uuid = (name: string) => `${name.repeat(8)}-0000-4000-8000-000000000000`;
  const result = (said: string) => [
    { type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: said }] },
  ];
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgoAAAANSUhEUg" } };
  put(
    folder,
    "-home-alexandra-app/11111111-0000-4000-8000-000000000001.jsonl",
    jsonl(
      { type: "custom-title", customTitle: words.join(" "), sessionId: "11111111-0000-4000-8000-000000000001" },
      {
        type: "user",
        uuid: uuid("1"),
        parentUuid: null,
        timestamp: time,
        cwd: "/home/alexandra/app",
        gitBranch: words[0],
        newField: words,
        message: { content: [{ type: "text", text: text(0) }, image] },
      },
      {
        type: "assistant",
        uuid: uuid("2"),
        parentUuid: uuid("1"),
        timestamp: time,
        message: {
          id: "m1",
          model: "claude",
          content: [
            { type: "thinking", thinking: text(1) },
            { type: "text", text: text(2) },
            { type: "tool_use", id: "t1", name: "Bash", input: { command: text(3), [words[0]!]: 1 } },
            { type: "new_block", payload: { words } },
          ],
        },
      },
      {
        type: "user",
        uuid: uuid("3"),
        parentUuid: uuid("2"),
        timestamp: time,
        toolUseResult: { stdout: text(4), lines: words.flatMap((each) => each.split("\n")) },
        message: { content: result(text(5)) },
      },
      { type: "new-record", uuid: uuid("4"), parentUuid: uuid("3"), timestamp: time, text: text(6) },
      { type: "queue-operation", operation: "enqueue", timestamp: time, content: text(7) },
    ),
  );
  return folder;
}

/** The secrets that a text contains. */
function leaksIn(text: string): string[] {
  return secrets.filter((secret) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)));
}

function filesBelow(folder: string): Array<readonly [name: string, text: string]> {
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => /\.\w+$/.test(name))
    .map((name) => [name, read(folder, name)]);
}

describe("ccdag export --redact", () => {
  const formats = ["markdown", "plain", "html", "json", "jsonl", "messages", "atif", "inspect", "otel"];

  it.each(formats)(
    "%s contains no secret, as one document or as a folder, nor do the audit and the summary",
    async (to) => {
      const folder = world();
      const out = join(scratch(), "out");
      for (const target of ["one", "many/"]) {
        const argv = ["export", folder, "--to", to, "--redact", "--detail", "full", "--audit", join(out, "audit.json")];
        const file = join(out, target === "one" ? "one" : target);
        const { code, stderr, stdout } =
          target === "one" ? await ccdag(argv) : await ccdag([...argv, "-o", `${file}/`]);
        expect(code).toBe(0);
        expect(leaksIn(stdout)).toEqual([]);
        expect(stderr).toMatch(
          /redacted: \d+ places \(.*\bgithub\b.*\), 1 image removed, also in what is not shown; read it/,
        );
        expect(leaksIn(stderr)).toEqual([]);
      }
      const files = filesBelow(out);
      expect(files.map(([name]) => name).sort()).toContain("audit.json");
      expect(files.length).toBeGreaterThanOrEqual(3);
      for (const [name, text] of files) expect([name, leaksIn(name), leaksIn(text)]).toEqual([name, [], []]);
      expect(leaksIn(words.join(" "))).not.toEqual([]);
    },
  );

  it.each(["kahn", "file"])("a document in the order %s contains no secret", async (order) => {
    const { stdout } = await ccdag(["export", world(), "--redact", "--order", order, "--to", "json"]);
    expect(leaksIn(stdout)).toEqual([]);
    expect(stdout).toContain('"thread": {');
  });

  it("the audit lists rule, location, count and replacement", async () => {
    const folder = world();
    await ccdag(["export", folder, "-o", join(folder, "x.md"), "--audit", join(folder, "audit.json"), "-q"]);
    const audit = JSON.parse(read(folder, "audit.json")) as { findings: object[]; images: number; total: number };
    expect(audit.images).toBe(1);
    expect(audit.findings).toContainEqual({
      rule: "stripe",
      location: "-home-REDACTED-user-1-app/11111111-0000-4000-8000-000000000001.jsonl:2",
      count: expect.any(Number) as number,
      names: ["REDACTED-stripe-1"],
    });
  });

  it("a secret has the same name at every level of detail", async () => {
    const folder = world();
    const render = async (detail: string) => (await ccdag(["export", folder, "--redact", "--detail", detail])).stdout;
    const [little, much] = [await render("prompts"), await render("full")];
    const stripe = /REDACTED-stripe-\d+/.exec(little)?.[0];
    expect(stripe).toBeDefined();
    expect(new Set(much.match(/REDACTED-stripe-\d+/g))).toEqual(new Set([stripe]));
  });

  it("redacts a list of the user, too, and rejects an invalid one", async () => {
    const folder = world();
    put(folder, "words.txt", "in the middle\nIt says\n");
    const { stdout } = await ccdag(["export", folder, "--redact-extra", join(folder, "words.txt")]);
    expect(stdout).toContain("REDACTED-extra-1 REDACTED-github-1 there.");
    put(folder, "words.txt", "/(/\n");
    const wrong = await ccdag(["export", folder, "--redact-extra", join(folder, "words.txt")]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("Cannot use")]);
  });

  it("--no-redact redacts nothing, and excludes the options of redaction", async () => {
    const folder = world();
    expect((await ccdag(["export", folder, "--no-redact"])).stdout).toContain(words[0]!);
    const wrong = await ccdag(["export", folder, "--no-redact", "--audit", "a.json"]);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      "ccdag: Unexpected --audit with --no-redact: nothing is redacted\n",
    ]);
  });
});
