import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { cellsOf, wrap } from "@ccdag/report";
import { ccdag, jsonl, sample, scratch } from "./world.ts";

const said = (type: "user" | "assistant", uuid: string, parentUuid: string | null, ...texts: string[]) => ({
  type,
  uuid,
  parentUuid,
  timestamp: "2026-01-01T10:00:00Z",
  message: { id: uuid, content: texts.map((text) => ({ type: "text", text })) },
});
const folder = () =>
  scratch({
    "s.jsonl": jsonl(
      said("user", "11111111", null, "begin"),
      said("assistant", "22222222", "11111111", "Which way?"),
      said("user", "33333333", "22222222", "left \u001b[31m\u202Ered"),
      said("assistant", "44444444", "33333333", "Step one.\nTurn \t left.\nStep three."),
      said("user", "55555555", "22222222", "right"),
      {
        ...said("assistant", "66666666", "55555555"),
        message: {
          id: "6",
          content: [
            { type: "text", text: "Step one.\nTurn right, 向右转弯然后一直走到底就到了。\nStep three.\nDone." },
            { type: "tool_use", id: "t", name: "Edit", input: { file_path: "/app/a.ts" } },
          ],
        },
      },
    ),
  });
const texts = async (...argv: Parameters<typeof ccdag>) => {
  const [options, io] = argv;
  const { code, stdout } = await ccdag(["diff", "44444444", "66666666", folder(), "--text", ...options], io);
  expect(code).toBe(0);
  return stdout.slice(stdout.lastIndexOf("file    /app/a.ts\n") + 18);
};

describe("ccdag diff --text", () => {
  it("shows what was said after the fork in two columns, with speakers, and control characters made visible", async () => {
    expect(await texts([])).toMatchInlineSnapshot(`
      "
      Human:                                                       Human:
      left ␛[31m�red                                             | right

      Claude:                                                      Claude:
      Step one.                                                    Step one.
      Turn    left.                                              | Turn right, 向右转弯然后一直走到底就到了。
      Step three.                                                  Step three.
                                                                 > Done.
                                                                 > 🔧 Edit
      "
    `);
  });

  it("fits the terminal, and wraps between words", async () => {
    const stdout = await texts([], { isStdoutTerminal: true, columns: 60, env: { NO_COLOR: "1" } });
    expect(stdout).toMatchInlineSnapshot(`
      "
      Human:                         Human:
      left ␛[31m�red               | right

      Claude:                        Claude:
      Step one.                      Step one.
      Turn    left.                | Turn right,
                                   | 向右转弯然后一直走到底就到了
                                   | 。
      Step three.                    Step three.
                                   > Done.
                                   > 🔧 Edit
      "
    `);
    for (const line of stdout.split("\n")) expect(cellsOf(line)).toBeLessThanOrEqual(60);
  });

  it("shows them one below the other in a narrow terminal", async () => {
    expect(await texts([], { isStdoutTerminal: true, columns: 59, env: { NO_COLOR: "1" } })).toMatchInlineSnapshot(`
      "
        Human:
      - left ␛[31m�red
      + right

        Claude:
        Step one.
      - Turn    left.
      + Turn right, 向右转弯然后一直走到底就到了。
        Step three.
      + Done.
      + 🔧 Edit
      "
    `);
  });

  it("is coloured in a terminal or with --color; only its own escapes are written", async () => {
    const colored = await texts([], { isStdoutTerminal: true, columns: 80 });
    expect(colored).toContain("\u001b[31mleft ␛[31m\uFFFDred");
    expect(stripVTControlCharacters(colored)).not.toContain("\u001b");
    expect(await texts(["--color"])).toContain("\u001b[32mright\u001b[39m");
    expect(await texts(["--no-color"], { isStdoutTerminal: true, columns: 80 })).not.toContain("\u001b");
  });

  it("is in the JSON with --json", async () => {
    const run = async (...more: string[]) =>
      JSON.parse((await ccdag(["diff", "44444444", "66666666", folder(), "--json", ...more])).stdout) as {
        attempts: Array<{ texts?: unknown }>;
      };
    expect((await run("--text")).attempts[1]!.texts).toEqual([
      { id: "55555555", speaker: "human", text: "right" },
      { id: "66666666", speaker: "assistant", text: expect.stringContaining("Step three.\nDone."), tools: ["Edit"] },
    ]);
    expect((await run()).attempts[0]).not.toHaveProperty("texts");
  });

  it("has every line of both attempts, also if they have thousands that differ", async () => {
    const long = (name: string) => Array.from({ length: 4000 }, (_, index) => `${name} ${index}`).join("\n");
    const cwd = scratch({
      "s.jsonl": jsonl(
        said("user", "11111111", null, "begin"),
        said("user", "33333333", "11111111", long("left")),
        said("assistant", "44444444", "33333333", "a"),
        said("user", "55555555", "11111111", long("right")),
        said("assistant", "66666666", "55555555", "b"),
      ),
    });
    const { stdout } = await ccdag(["diff", "44444444", "66666666", "--text", "s.jsonl"], { cwd });
    for (const line of ["left 0", "left 3999", "right 0", "right 3999"])
      expect(stdout.split(/\n|\|/).filter((cell) => cell.trim() === line)).toHaveLength(1);
  });

  it("compares the attempts of the sample, with agents and compactions", async () => {
    const { stdout } = await ccdag(["diff", "4aa33461", "3ed0d730", sample, "--text"]);
    for (const part of ["> Conversation compacted:", "🔧 Edit", "| Agent:", "Human:  "]) expect(stdout).toContain(part);
  });
});

describe("wrap", () => {
  it.each([
    ["two words and more", 9, ["two words", "and more"]],
    ["averyveryverylongword", 8, ["averyver", "yverylon", "gword"]],
    ["天気の表をまっすぐに", 7, ["天気の", "表をま", "っすぐ", "に"]],
    ["", 5, [""]],
    ["a b", 1, ["a", "b"]],
  ])("%j at %d cells", (line, cells, lines) => expect(wrap(line, cells)).toEqual(lines));

  it("takes lines of a megabyte", () => {
    expect(wrap("wörd ".repeat(200_000), 50).length).toBeGreaterThan(15_000);
  });
});
