import type { Root } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { cost } from "../../../tooling/tests/cost.ts";
import { detectors, redact, redactTexts } from "../src/index.ts";
import { base64url, chance } from "./planted.ts";

const key = `ghp_${chance(36)}`;
const render = async (text: string, cwd = "/srv/app") => (await redactTexts([text, cwd], { detectors }))[0]!;
const jwt = `${base64url({ alg: "RS256" })}.${base64url({ sub: "x".repeat(500) })}.${chance(683)}`;

describe("a secret is found in spite of", () => {
  it.each<[string, string, string]>([
    ["a colour before it", `\u001B[32m${key}\u001B[0m`, key],
    ["an escaped colour", `\\u001b[32m${key}\\u001b[0m`, key],
    ["a colour in the notation of a shell", `\\033[1m${key}`, key],
    ["a colour between a name and its value", "TOKEN\u001B[0m=abc12345678", "abc12345678"],
    [
      "a colour in a private key",
      `-----BEGIN PRIVATE KEY-----\n\u001B[32mMII${chance(60)}\u001B[0m\n-----END PRIVATE KEY-----`,
      chance(40),
    ],
    ["an escape of a programming language", `token\\x3d${key}`, key],
    ["quoted-printable mail", `key=3D${key}`, key],
    ["a long token in JSON in JSON", `{"o":"\\n${jwt}"}`, jwt.slice(-60)],
    ["a long token in an address", `https://host.io/?t%3D${jwt}`, jwt.slice(-60)],
    ["a line break in a long token", `${jwt.slice(0, 60)}\n${jwt.slice(60)}`, jwt.slice(60, 200)],
    [
      "marks of a comment before a private key",
      `# -----BEGIN PRIVATE KEY-----\n# MII${chance(60)}\n# -----END PRIVATE KEY-----`,
      chance(40),
    ],
    ["the prefix of grep before a line", `a.pem-1-----BEGIN PRIVATE KEY-----\na.pem-2-MII${chance(60)}`, chance(40)],
    ["a dollar in a password", "DB_PASSWORD=Tr0ub4dor&3$ecretTail9", "ecretTail9"],
    ["a quoted password with commas", 'API_SECRET="ab12,cd34;ef56gh78"', "cd34"],
    ["a secret that begins like a path", "API_SECRET=/x9Kd83jfLs0wq8GmZp2", "x9Kd83jf"],
    ["a value that begins like a keyword", "API_TOKEN=osk3498jdhf8347fh", "osk3498"],
    ["a name in camel case", '"dbPassword": "abc123def456"', "abc123def456"],
    ["stars in a password in a URL", "https://keeper:Ab1*Cd2*@h.io/", "Ab1"],
    ["a mailbox with the word test", "jane.test@gmail.com", "jane.test"],
    ["a domain with an umlaut", "jane@müller.de", "jane"],
    ["a name with an umlaut", "jörg@firma.de", "jörg"],
    ["Git Bash", "/c/Users/Janet/app", "Janet"],
    ["WSL", "/mnt/c/Users/Janet/app", "Janet"],
    ["a home below /var", "/var/home/janet/app", "janet"],
    ["a share of WSL", "\\\\wsl$\\Ubuntu\\home\\janet\\app", "janet"],
    ["a folder of projects on Windows", "C--Users-Janet-app", "Janet"],
  ])("%s", async (_, text, secret) => expect(await render(text)).not.toContain(secret));

  it("the name of a field marks its value as a secret, there and wherever it is a whole string", async () => {
    const input = {
      password: "Pw12345678",
      env: { DB_PASSWORD: "Pw-other-99" },
      headers: { Authorization: `Basic ${chance(24)}` },
    };
    const call = { type: "toolCall", id: "t", name: "Deploy", input };
    const tree = {
      type: "root",
      children: [
        {
          type: "session",
          sessionId: "s",
          title: "Pw12345678",
          children: [{ type: "message", role: "user", actor: "human", origin: "prompt", uuids: [], children: [call] }],
        },
      ],
    } as unknown as Root;
    const output = JSON.stringify((await redact(tree, undefined)).tree);
    expect(output).not.toMatch(new RegExp(`Pw12345678|Pw-other-99|${chance(24)}`));
    expect(output).toContain('"title":"REDACTED-password-1"');
  });

  it("a user has one name, also in the names of folders of projects", async () => {
    const text = "/home/jane.doe/.claude/projects/-home-jane-doe-app/x.jsonl";
    expect(await render(text)).toBe("/home/REDACTED-user-1/.claude/projects/-home-REDACTED-user-1-app/x.jsonl");
  });
});

describe("text that only looks like a secret stays", () => {
  it.each([
    "MAX_TOKENS=claude-3-opus-20240229",
    "GITHUB_TOKEN: secrets.GITHUB_TOKEN_2",
    "SECRET_KEY=import.meta.env.X1",
    "PRIVATE_KEY_PATH=keys/server1.pem",
    "SECRET_ARN=arn:aws:secretsmanager:eu-1:1234",
    "ACCESS_TOKEN_EXPIRES_IN=3600seconds",
    "STRIPE_API_KEY=your-api-key-123",
    "fetch('/home/dashboard')",
    '<Route path="/Users/list">',
    "glpat-something-like-a-kebab-name",
    "hvs.something_long_method_name_here",
    "MyVeryLongClassNameFooBar.method.someOtherLongIdentifierName01",
    "module/path/".repeat(100),
    "x".repeat(1200),
    "ssh ubuntu@ec2-1-2-3-4.compute.amazonaws.com",
  ])("%s", async (text) => expect(await render(text)).toBe(text));
});

describe("texts that would take a slow regular expression minutes", () => {
  it.each<[string, string]>([
    ["beginnings of tokens", "-eyJ".repeat(60_000)],
    ["names of secrets", "TOKEN".repeat(30_000)],
    ["backslashes after an escape", `\\n ${"\\".repeat(100_000)}x`],
    ["backslashes in a private key", `-----BEGIN PRIVATE KEY-----${"\\".repeat(50_000)}`],
    ["signs in a private key", `-----BEGIN PRIVATE KEY-----\na${"+".repeat(50_000)}!`],
    ["at signs", "a@".repeat(100_000)],
    ["escapes of URLs", "%20".repeat(100_000)],
  ])("%s are searched in time", async (_, text) =>
    // Seconds of processor time; a slow expression takes minutes.
    expect(await cost(() => render(text))).toBeLessThan(5000),
  );
});
