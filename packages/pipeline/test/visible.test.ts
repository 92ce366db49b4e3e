import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visibleLine, visibleText } from "../src/index.ts";
import { visibleJson } from "../src/visible.ts";

const attacks: ReadonlyArray<readonly [string, string, string]> = [
  ["the clipboard of a terminal (OSC 52)", "\u001B]52;c;cm0=\u0007", "␛]52;c;cm0=␇"],
  ["a link of a terminal (OSC 8)", "\u001B]8;;http://e\u001B\\x", "␛]8;;http://e␛\\x"],
  ["a C1 control", "\u009B2J", "\uFFFD2J"],
  ["a backspace that hides words", "safe\b\b\b\bevil", "safe␈␈␈␈evil"],
  ["an override of the direction", "a\u202Etxt.exe", "a\uFFFDtxt.exe"],
  ["an isolate", "\u2066if\u2069", "\uFFFDif\uFFFD"],
  ["hidden words in tag characters", "hi\u{E0068}\u{E0069}", "hi\uFFFD\uFFFD"],
  ["an invisible operator", "1\u20620", "1\uFFFD0"],
];

describe("no document and no terminal gets characters that nobody sees and programs obey", () => {
  it.each(attacks)("%s", (_, text, expected) => {
    expect([visibleText(text), visibleLine(text)]).toEqual([expected, expected]);
    const json = JSON.stringify({ text });
    expect(visibleJson(json)).toMatch(/^[\n -~]*$/);
    expect(JSON.parse(visibleJson(json))).toEqual({ text });
  });

  it("what has a place in a text stays: tabs, line feeds, emoji, flags, joined letters, marks of direction", () => {
    const text = "a\tb\nc 👩‍💻 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} می\u200Cخواهم \u200Fעברית é";
    expect(visibleText(text)).toBe(text);
    expect(visibleLine("👩‍💻 \u200Bx")).toBe("👩‍💻 \uFFFDx");
  });

  it("what would overwrite a line of a document stands below it, and in one line of a terminal it is visible", () => {
    expect(visibleText("a\r\nrm -rf /\rls\r\r\nb")).toBe("a\nrm -rf /\nls\n\nb");
    expect(visibleLine("rm -rf /\rls")).toBe("rm -rf /␍ls");
    expect(visibleJson('{\r\n"a":\r1}')).toBe('{\n\n"a":\n1}');
  });

  it("JSON keeps its meaning, whatever it holds", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "binary" }), (json) => {
        expect(JSON.parse(visibleJson(json))).toEqual(JSON.parse(json));
      }),
    );
  });
});
