import type { Root, Text } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { detectors, redact } from "../src/index.ts";
import { formKinds } from "../src/detect/forms.ts";
import { secretlint } from "../src/secretlint.ts";
import { chance, places, planted } from "./planted.ts";

const tree = (value: string, cwd = "/srv/app"): Root => ({
  type: "root",
  children: [
    {
      type: "session",
      sessionId: "s",
      cwd,
      data: { path: "s.jsonl" },
      children: [
        {
          type: "message",
          role: "user",
          actor: "human",
          origin: "prompt",
          uuid: "u",
          uuids: ["u"],
          position: { start: { line: 3, column: 1 }, end: { line: 3, column: 9 } },
          children: [{ type: "text", value }],
        },
      ],
    },
  ],
});

async function render(value: string, cwd?: string, all = detectors) {
  const { tree: output, audit } = await redact(tree(value, cwd), undefined, { detectors: all });
  const [session] = output.children;
  const message = session?.type === "session" ? session.children[0] : undefined;
  const text = message?.type === "message" ? (message.children[0] as Text).value : "";
  return { text, audit, rules: audit.findings.map(({ rule }) => rule) };
}

describe("each built-in detector (redaction)", () => {
  for (const { rule, words, secret, miss } of planted)
    describe(`${rule}: ${words.slice(0, 12)}…`, () => {
      it.each(places)("finds a secret %s", async (_, put) => {
        const value = put(words);
        const { text, rules, audit } = await render(value);
        expect(rules).toContain(rule);
        expect([text.includes(secret), text.includes(encodeURIComponent(secret))]).toEqual([false, false]);
        expect(JSON.stringify(audit)).not.toContain(secret);
      });

      it.each(places)("keeps a near miss %s", async (_, put) => {
        const value = put(miss);
        expect((await render(value)).text).toBe(value);
      });
    });

  it("there is a planted secret and a near miss for each detector", () => {
    // `user-name` needs another text that reveals the name, and has separate tests below. `key-form` reports kinds of keys:
    // the generated set has a key of each form.
    const names = detectors.map(({ name }) => name).filter((name) => name !== "user-name" && name !== "key-form");
    const rules = planted.map(({ rule }) => rule).filter((rule) => !formKinds.includes(rule));
    expect(new Set(rules)).toEqual(new Set(names));
    expect(names.length).toBeGreaterThanOrEqual(20);
  });
});

describe("keys that are divided by the line break of", () => {
  const key = `ghp_${chance(36)}`;
  it.each([
    ["a terminal", `${key.slice(0, 22)}\n${key.slice(22)}`],
    ["an indent", `token: ${key.slice(0, 30)}\n    ${key.slice(30)} .`],
    ["a shell", `export A=${key.slice(0, 30)}\\\n${key.slice(30)}`],
    ["a program", `"${key.slice(0, 30)}" +\n  "${key.slice(30)}"`],
    ["a diff", `+${key.slice(0, 30)}\n+${key.slice(30)}\n+rest`],
    ["numbers of lines", `     7→${key.slice(0, 30)}\n     8→${key.slice(30)}`],
    ["an escape", JSON.stringify(`${key.slice(0, 30)}\n${key.slice(30)}`)],
  ])("%s", async (_, value) => {
    const { text, rules } = await render(value);
    expect(rules).toEqual(["github"]);
    expect(text).not.toContain(key.slice(4, 20));
    expect(text).not.toContain(key.slice(30));
  });

  it("the next line is not part of a complete key", async () => {
    const { text } = await render(`sk-ant-api03-${chance(95)}\nexported\nas it is`);
    expect(text).toBe("REDACTED-anthropic-1\nexported\nas it is");
  });
});

describe("names", () => {
  it("are found anywhere once a home folder reveals them", async () => {
    const { text } = await render("drwxr-xr-x 2 alexandra alexandra 4096 .", "/home/alexandra/app");
    expect(text).toBe("drwxr-xr-x 2 REDACTED-user-1 REDACTED-user-1 4096 .");
  });

  it("a short name that may be a word needs a sign next to it", async () => {
    const { text } = await render("max 3 tries; ssh max@host; /home/max/x; max max 7", "/home/max/app");
    expect(text).toBe("max 3 tries; ssh REDACTED-user-1@host; /home/REDACTED-user-1/x; REDACTED-user-1 max 7");
  });

  it("user names of images and manuals are kept", async () => {
    const value = "the user said: root and ubuntu are users";
    expect((await render(value, "/home/user/app")).text).toBe(value);
  });
});

describe("secretlint", () => {
  const only = [secretlint];

  it("finds known keys, and reports their position", async () => {
    expect((await render(`key ghp_${chance(36)}.`, undefined, only)).text).toBe("key REDACTED-github-1.");
  });

  it("is not switched off by a comment in a text", async () => {
    const { text } = await render(`<!-- secretlint-disable -->\nghp_${chance(36)}`, undefined, only);
    expect(text).toContain("REDACTED-github-1");
  });

  it("redacts the whole key where a rule reports a wrong range", async () => {
    const { text } = await render(`aws_secret_access_key = ${chance(40)}`, undefined, only);
    expect(text).toBe("aws_secret_access_key = REDACTED-aws-1");
  });

  it("redacts credentials, and keeps the host", async () => {
    const { text } = await render("mongodb://keeper:Tr0ub4dor@db.host/app", undefined, only);
    expect(text).toMatch(/^mongodb:\/\/REDACTED-[a-z-]+-1@db\.host\/app$/);
  });

  it("reads many texts at once, and assigns findings to the right one", async () => {
    const texts = [...Array(500).keys()].map((at) =>
      at % 7 === 3 ? `x ghp_${chance(36)}` : `text ${at} `.repeat(300),
    );
    const found = [...(await secretlint.find(texts))];
    expect(found.map(({ text }) => text)).toEqual([...texts.keys()].filter((at) => at % 7 === 3));
    expect(new Set(found.map(({ text, from, to }) => texts[text]!.slice(from, to)))).toEqual(
      new Set([`ghp_${chance(36)}`]),
    );
  });

  it("ignores a key that begins in one text and ends in another, and finds the complete one", async () => {
    const begin = "-----BEGIN RSA PRIVATE KEY-----";
    const key = `${begin}\nMII${chance(120)}\n-----END RSA PRIVATE KEY-----`;
    const found = [...(await secretlint.find([`talk of ${begin}`, key]))];
    expect(found.map(({ text, from, to }) => [text, from, to])).toEqual([[1, 0, key.length]]);
  });
});
