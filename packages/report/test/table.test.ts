import { describe, expect, it } from "vitest";
import { cellsOf, splitAt, table, truncate } from "../src/index.ts";

const rows = [
  ["ID", "CALLS", "MODEL", "WHAT"],
  ["a1", "7", "claude-sonnet-4-5-20250929", "Straight columns for the weather table"],
  ["b22", "1,200", "claude", "天気の表をまっすぐに"],
];
const terminal = (columns: number) => ({ isStdoutTerminal: true, columns });

describe("table", () => {
  it("has numbers at the right, and counts East Asian characters and emoji as two cells", () => {
    expect(
      table([...rows.map((row) => [row[0]!, row[1]!, row[3]!, "|"]), ["c", "2", "👩‍👩‍👧 ok", "|"]], { align: "LrlL" }),
    ).toBe(
      [
        "ID   CALLS  WHAT                                    |",
        "a1       7  Straight columns for the weather table  |",
        "b22  1,200  天気の表をまっすぐに                    |",
        "c        2  👩‍👩‍👧 ok                                   |",
        "",
      ].join("\n"),
    );
  });

  it("cuts the last text in a narrow terminal, then other texts, and neither numbers nor what stays whole", () => {
    const at = (columns: number) => table(rows, { align: "Lrll", io: terminal(columns) });
    expect(at(60)).toBe(
      [
        "ID   CALLS  MODEL                       WHAT",
        "a1       7  claude-sonnet-4-5-20250929  Straight columns fo…",
        "b22  1,200  claude                      天気の表をまっすぐに",
        "",
      ].join("\n"),
    );
    expect(at(40)).toBe(
      [
        "ID   CALLS  MODEL       WHAT",
        "a1       7  claude-so…  Straight column…",
        "b22  1,200  claude      天気の表をまっ…",
        "",
      ].join("\n"),
    );
    expect(table(rows, { align: "LrLL", io: terminal(20) })).toBe(table(rows, { align: "Lrll" }));
  });

  it.each([20, 30, 40, 50, 60, 79, 80])("has no line wider than %d columns, as far as texts can be cut", (columns) => {
    for (const line of table(rows, { align: "lrll", io: terminal(columns) }).split("\n"))
      expect(cellsOf(line)).toBeLessThanOrEqual(Math.max(columns, 32));
  });

  it("cuts nothing where stdout is no terminal, or its width is unknown", () => {
    const whole = table(rows);
    expect(table(rows, { io: { isStdoutTerminal: false, columns: 20 } })).toBe(whole);
    expect(table(rows, { io: { isStdoutTerminal: true } })).toBe(whole);
    expect(whole).toContain("Straight columns for the weather table");
  });

  it("divides no character", () => {
    expect(truncate("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 5)).toBe("👩‍👩‍👧👩‍👩‍👧…");
    expect(truncate("天気の表", 4)).toBe("天…");
    expect(splitAt("天気の表", 5)).toEqual(["天気", "の表"]);
    expect(splitAt("天気", 1)).toEqual(["天", "気"]);
    expect(splitAt("", 5)).toEqual(["", ""]);
  });
});
