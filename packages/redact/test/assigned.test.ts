import { describe, expect, it } from "vitest";
import { detectors, redactTexts } from "../src/index.ts";
import { secretlint } from "../src/secretlint.ts";
import { chance } from "./planted.ts";

declare function btoa(text: string): string;
const render = async (...texts: string[]) => redactTexts(texts, { detectors });
const long = chance(356);

/** A text, and the part of it that must not stay. */
const found: ReadonlyArray<readonly [notation: string, text: string, secret: string]> = [
  ["a line of a file .env, without digits", "DB_PASSWORD=osptlfkjbcoa", "osptlfkjbcoa"],
  ["a quoted phrase", 'DB_PASSWORD="correct horse battery staple"', "battery"],
  ["a value of 356 characters", `AWS_SESSION_TOKEN=${long}`, long.slice(-156)],
  ["a quoted value of 356 characters", `{"access_token":"${long}"}`, long.slice(-20)],
  ["a constant with a type", 'const apiKey: string = "q8Zk2mX9vL4tB7nR";', "q8Zk2mX9"],
  ["a call that wraps the value", 'api_key: Some("q8Zk2mX9vL4tB7nR".into())', "q8Zk2mX9"],
  ["YAML", "db:\n  password: hunter2xy\n", "hunter2xy"],
  ["YAML, the value on the next line", "api_key: |\n  q8Zk2mX9vL4tB7nR\n", "q8Zk2mX9"],
  ["YAML of a container", "- name: DB_PASSWORD\n  value: q8Zk2mX9vL4t", "q8Zk2mX9"],
  ["a secret of Kubernetes", "data:\n  password: b3NwdGxma2piY29h\n", "b3NwdGxma2piY29h"],
  ["XML", "<password>Tr0ub4dor</password>", "Tr0ub4dor"],
  ["an attribute", '<add key="Password" value="Tr0ub4dor"/>', "Tr0ub4dor"],
  ["a header", "X-Api-Key: q8Zk2mX9vL4tB7nR\r\nAccept: a", "q8Zk2mX9"],
  ["a query", "https://host.io/?token=q8Zk2mX9vL4tB7nR&page=2", "q8Zk2mX9"],
  ["a long flag", "tool --password Tr0ub4dor --quiet", "Tr0ub4dor"],
  ["a long flag with a sign", "tool --token=q8Zk2mX9vL4tB7nR", "q8Zk2mX9"],
  [".npmrc", "//registry.host.io/:_auth=YWRhOlRyMHViNGRvcg==", "YWRhOlRy"],
  [".netrc", "machine host.io login ada password osptlfkjbcoa", "osptlfkjbcoa"],
  ["the auth of docker", '{"auths":{"host.io":{"auth":"YWRhOlRyMHViNGRvcg=="}}}', "YWRhOlRy"],
  ["the key id of a service account", `"private_key_id": "${chance(40, "0f3a9c5e7b1d")}"`, chance(20, "0f3a9c5e7b1d")],
  ["a connection string", "Server=a;Password=Tr0ub4dor!x;Port=1", "Tr0ub4dor!x"],
  ["JDBC", "jdbc:mysql://h/db?user=ada&password=Tr0ub4dor9", "Tr0ub4dor9"],
  ["JDBC of Oracle", "jdbc:oracle:thin:ada/Tr0ub4dor@//host:1521/x", "Tr0ub4dor"],
  ["a password with an at sign", "postgres://ada:p@ss9w@db.host/shop", "p@ss9w"],
  ["a password with a slash", "postgres://ada:p/ss9w@db.host/shop", "p/ss9w"],
  ["mysql", "mysql -h db -u ada -pTr0ub4dor shop", "Tr0ub4dor"],
  ["docker login", "docker login -u ada -p Tr0ub4dor host.io", "Tr0ub4dor"],
  ["curl", "curl -sSu ada:Tr0ub4dor https://host.io", "Tr0ub4dor"],
  ["curl on several lines", "curl -X POST \\\n  -u 'ada:Tr0ub4dor' \\\n  https://host.io", "Tr0ub4dor"],
  ["a pipe", "echo 'Tr0ub4dor' | docker login -u ada --password-stdin", "Tr0ub4dor"],
  ["SQL", "CREATE USER ada IDENTIFIED BY 'Tr0ub4dor';", "Tr0ub4dor"],
  ["a sentence", "The api key is q8Zk2mX9vL4tB7nR, keep it", "q8Zk2mX9"],
  ["a cookie", `Set-Cookie: sid=${chance(24)}; Path=/`, chance(24)],
  ["a JSON text in JSON", JSON.stringify({ out: JSON.stringify({ dbPassword: "Tr0ub4dor" }) }), "Tr0ub4dor"],
];

describe("a name shows that its value is a secret (redaction)", () => {
  it.each(found)("in the notation of %s", async (_, text, secret) => {
    const [output] = await render(text);
    expect(output).not.toContain(secret);
    expect(output).toMatch(/REDACTED-[a-z-]+-1/);
  });

  it("redacts the whole value, and nothing after it", async () => {
    expect(await render("https://host.io/?token=q8Zk2mX9vL4tB7nR&page=2")).toEqual([
      "https://host.io/?token=REDACTED-token-1&page=2",
    ]);
    expect(await render('{"a":1,"password":"Tr0ub4dor","b":2}')).toEqual([
      '{"a":1,"password":"REDACTED-password-1","b":2}',
    ]);
  });
});

describe("a key with a distinctive beginning is found although it is cut off or longer (redaction)", () => {
  it.each([`ghp_${chance(24)}`, `ghp_${chance(50)}`, `sk-ant-api03-${chance(22)}`, `glpat-${chance(40)}`])(
    "%s",
    async (key) => {
      expect(await render(`see ${key} there`)).toEqual([expect.stringMatching(/^see REDACTED-[a-z]+-1 there$/)]);
    },
  );

  it("a key that only looks regular is one; repeated characters and words of manuals are none (redaction)", async () => {
    expect(await render(`ghp_${"0123456789".repeat(4).slice(0, 36)}`)).toEqual(["REDACTED-github-1"]);
    const others = [
      `ghp_${"x".repeat(36)}`,
      "AKIAIOSFODNN7EXAMPLE",
      "xoxb-your-token-here-1",
      `phc_${chance(43)}`.replace(/^/, "NEXT_PUBLIC_POSTHOG_KEY="),
    ];
    expect(await redactTexts(others, { detectors: [...detectors, secretlint] })).toEqual(others);
  });

  it("words after it are no key", async () => {
    const words = [
      "ghp_is_the_prefix_of_tokens",
      "glpat-something-like-a-kebab-name",
      "sk-ant-api03-as-in-the-manual-of-the-vendor-of-it",
    ];
    expect(await render(...words)).toEqual(words);
  });
});

describe("a secret is redacted wherever it occurs (redaction)", () => {
  it.each<[string, (secret: string) => string]>([
    ["a sentence", (secret) => `I have seen ${secret} there`],
    ["a path", (secret) => `out/${secret}/a.txt`],
    ["JSON in JSON", (secret) => JSON.stringify({ a: JSON.stringify([secret]) })],
    ["base64", (secret) => btoa(`the value is ${secret}.`)],
    ["percent signs", (secret) => [...secret].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join("")],
  ])("in %s", async (_, put) => {
    for (const secret of ["q8Zk2mX9vL4tB7nR", "osptlfkjbcoa", long]) {
      const [, output] = await render(`DB_PASSWORD="${secret}"`, put(secret));
      expect(output).not.toContain(put(secret));
      expect(output).not.toContain(secret.slice(-6));
    }
  });

  it("redacts a line of a private key where it stands alone", async () => {
    const line = `MII${chance(60)}`;
    const [, output] = await render(
      `-----BEGIN PRIVATE KEY-----\n${line}\n-----END PRIVATE KEY-----`,
      `a.pem:2:${line}`,
    );
    expect(output).toBe("a.pem:2:REDACTED-private-key-2");
  });

  it("keeps a word that was a password once", async () => {
    const [, output] = await render('password: "blah2blah"', "blah, blah2 and blah2blahs");
    expect(output).toBe("blah, blah2 and blah2blahs");
  });
});

describe("base64 of a secret is redacted, once (redaction)", () => {
  const key = `ghp_${chance(36)}`;
  const code = btoa;
  it.each<[string, string]>([
    ["alone", code(key)],
    ["a line of settings", code(`export API_TOKEN=${chance(20)}\n`)],
    ["a private key", code(`-----BEGIN PRIVATE KEY-----\nMII${chance(60)}\n-----END PRIVATE KEY-----\n`)],
    ["for addresses", code(`??>${key}`).replaceAll("+", "-").replaceAll("/", "_")],
    ["on lines of 76 characters", code(`${"a line of a file\n".repeat(6)}${key}`).replace(/(.{76})/g, "$1\n")],
    ["in a text of JSON", JSON.stringify({ out: `one\n${code(`token: ${key}`)}` })],
  ])("%s", async (_, text) => {
    const [output] = await render(text);
    expect(output).toMatch(/REDACTED-/);
    expect(output).not.toContain(text.slice(8, 40));
  });

  it("keeps base64 of other texts and of data", async () => {
    const texts = [code("hello world, this is a test"), "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"];
    expect(await render(...texts)).toEqual(texts);
  });
});

describe("signs that cannot be seen, and other forms of letters, hide no secret (redaction)", () => {
  const key = `ghp_${chance(36)}`;
  it.each<[string, string]>([
    ["a zero-width space inside", `${key.slice(0, 9)}\u200B${key.slice(9)}`],
    ["a zero-width joiner before", `x\u200D${key}`],
    ["an escaped zero-width space", `${key.slice(0, 9)}\\u200b${key.slice(9)}`],
    ["a soft hyphen inside", `${key.slice(0, 20)}\u00AD${key.slice(20)}`],
    ["full-width forms", key.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))],
    ["an entity", key.replace("_", "&#95;")],
    ["a hexadecimal entity", key.replace("_", "&#x5F;")],
    ["letters before it", `xx${key}`],
  ])("%s", async (_, text) => {
    const [output] = await render(`see ${text} there`);
    expect(output!.replace("\u200D", "")).toMatch(/^see x{0,2}REDACTED-github-1 there$/);
  });
});

describe("private keys are found with what tools put before their lines (redaction)", () => {
  const body = [1, 2, 3].map((at) => `${at}${chance(62)}`);
  const pem = ["-----BEGIN RSA PRIVATE KEY-----", ...body, "-----END RSA PRIVATE KEY-----"];
  const ppk = [
    "PuTTY-User-Key-File-3: ssh-ed25519",
    "Encryption: none",
    "Private-Lines: 3",
    ...body,
    `Private-MAC: ${chance(40, "0a1b")}`,
  ];
  it.each<[string, (line: string, at: number) => string]>([
    ["cat -n", (line, at) => `     ${at}\t${line}`],
    ["arrows", (line, at) => `     ${at}→${line}`],
    ["grep -n", (line, at) => `${at}:${line}`],
    ["grep of several files", (line, at) => `a.pem-${at}-${line}`],
    ["a diff", (line) => `+${line}`],
    ["cat -n in a diff", (line, at) => `+     ${at}\t${line}`],
    ["arrows in a diff", (line, at) => `-     ${at}→${line}`],
    ["grep -n in a diff", (line, at) => `+${at}:${line}`],
    ["a quotation", (line) => `> ${line}`],
  ])("%s", async (_, put) => {
    for (const key of [pem, ppk]) {
      const [output] = await render([...key, "rest"].map(put).join("\n"));
      for (const line of body) expect(output).not.toContain(line.slice(0, 30));
      expect(output).toContain("rest");
    }
  });

  it("a short body that has an end is a key, and words are none", async () => {
    const around = (words: string) => `-----BEGIN PRIVATE KEY-----\n${words}\n-----END PRIVATE KEY-----`;
    expect(await render(around("aB3dE5gH7jK9"), around("your-key-here"))).toEqual([
      "REDACTED-private-key-1\n\n",
      around("your-key-here"),
    ]);
  });
});
