import { describe, expect, it } from "vitest";
import { growth } from "../../../tooling/tests/cost.ts";
import { embeddedData } from "../src/detect/data.ts";
import { detectors, redactTexts } from "../src/index.ts";

const all = [...detectors, embeddedData];

const redact = (text: string) => () => redactTexts([text], { detectors: all });
/** With four times as many characters: linear is 4, quadratic 16. */
const most = 6;

/** Base64 of data that are no text, always the same. */
function base64(length: number): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  let state = 9;
  const piece = Array.from({ length: 100_003 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return alphabet[state >>> 26];
  }).join("");
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

describe("many secrets do not slow the search for each other (redaction)", () => {
  it.each<[string, (at: number) => string]>([
    ["passwords with the same beginning", (at) => `PASSWORD="aB3dE5${"x9".repeat(at % 90)}${at}"`],
    ["login names", (at) => `/home/user${at}x/a`],
  ])("%s", async (_, make) => {
    const text = (count: number) => Array.from({ length: count }, (__, at) => make(at)).join("\n");
    expect(await growth(redact(text(2000)), redact(text(8000)), most)).toBeLessThan(most);
  });
});

/** A text of units that repeat. */
function repeated(unit: string, chars: number): string {
  return unit.repeat(Math.ceil(chars / unit.length));
}

const begin = "-----BEGIN PRIVATE KEY-----";

describe("the time grows no faster than a text in which private keys begin (redaction)", () => {
  it.each([
    ["on one line", begin],
    ["on one line, with spaces", `${begin} `],
    ["of another kind", "-----BEGIN EC PRIVATE KEY-----"],
    ["with a body", `${begin}MIIEvQIBADANBg `],
    ["on lines of 16 kB", `${begin.repeat(600)}\n`],
    ["with lines", `${begin}\nAAAA\n`],
    ["with escaped lines", `${begin}\\nAAAA\\n`],
    ["and half an end", `${begin} -----END`],
    ["of PuTTY", "PuTTY-User-Key-File-2:\\"],
    ["of PuTTY, in their middle", "x;Private-Lines: 3;!"],
  ])("%s", async (_, unit) => {
    expect(await growth(redact(repeated(unit, 200_000)), redact(repeated(unit, 800_000)), most)).toBeLessThan(most);
  });
});

describe("data of any size end no run (redaction)", () => {
  const data = base64(8_000_000);
  it.each<[string, string, boolean]>([
    ["base64 of 8 MB on one line", data, true],
    ["base64 of 8 MB on lines of 76 characters", data.replace(/(.{76})/g, "$1\n"), true],
    ["8 MB of one letter", "a".repeat(8_000_000), false],
    ["8 MB of white space", " ".repeat(8_000_000), false],
  ])("%s", async (_, text, isData) => {
    const [output] = await redactTexts([text], { detectors: all });
    expect(output!.trim() === "REDACTED-data-1").toBe(isData);
  });

  it("finds a secret after seven million characters, where two pieces meet", async () => {
    const key = `ghp_${"aB3dE5gH7j".repeat(4).slice(0, 36)}`;
    for (const before of [999_980, 960_010, 7_000_000]) {
      const [output] = await redactTexts([`${"word ".repeat(before / 5)}${key} end`], { detectors });
      expect(output!.slice(-24)).toBe("word REDACTED-github-1 end".slice(-24));
    }
  });
});
