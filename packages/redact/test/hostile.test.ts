import { describe, expect, it } from "vitest";
import { growth } from "../../../tooling/tests/cost.ts";
import { embeddedData } from "../src/detect/data.ts";
import { detectors, redactTexts } from "../src/index.ts";
import type { Detector } from "../src/types.ts";

const all = [...detectors, embeddedData];

/** Parts that make an expression try many times, where it is not written with care. */
const units = [
  "Abc: -----BEGIN PRIVATE KEY----- -----END\n",
  "Abc: -----BEGIN PRIVATE KEY-----\n",
  "-----BEGIN PRIVATE KEY-----",
  "-----BEGIN PRIVATE KEY-----\nAAAA\n",
  "Private-Lines: 3\n",
  "\\",
  "\\\\n",
  "-eyJ",
  "eyJa.",
  "a@",
  "@A",
  "/home/a1/",
  "C:\\Users\\",
  "//a:b@",
  "=3D",
  "%20",
  "&#95;",
  "\u200B",
  "\uFF21",
  "\u001B[0",
  "sk-ant-",
  "CCIPAT_",
  "ATOA",
  "xoxb-",
  "ghp_",
  "glpat-a1",
  "curl -u a:",
  "docker login -p ",
  "mysql -p",
  "echo '",
  "gh secret set A --body ",
  "gh secret set A <<< ",
  "htpasswd -b -c ",
  "htpasswd -n -b a ",
  "htpasswd -bC 10 ",
  "net user a ",
  "fly secrets set A='",
  "dotnet nuget push -k ",
  "a:5432:b:c:",
  "*:*:*:a:",
  "a:5432:\\:\\:",
  "a.a:",
  "Cookie: a=b; ",
  "Bearer a.",
  "bearer <",
  "password=",
  "password: ",
  'password="',
  "token='",
  "auth==",
  'api_key": "',
  "token | ",
  "--password ",
  "<password>",
  "secret is ",
  'key("',
  "kind: Secret ",
  "kind: Secret\ndata:\n  a: b\n",
  'kind: Secret "data": {',
  "-----END PRIVATE KEY-----\n",
  "AAAA\n-----END PRIVATE KEY-----",
  "b3BlbnNzaC1rZXktdjE",
  "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ9a\n",
  "id_rsa ",
  "accounts: ['",
  "recovery codes\n",
  "a1b2-c3d4\n",
  "seed phrase: a ",
  "abc ",
  "jwt.sign(",
  "new PDO('a', ",
  "createUser('a', ",
  "bcrypt('",
  "sqlplus a/",
  "conn a/",
  "password from ",
  "pw a to ",
  "with password ",
  "Passwort a",
  "log in as a / ",
  "AKIAABCDEFGHIJKLMNOP ",
  "authorization: a ",
  "password arn:a:",
  '"value": "a1b2", "name": "',
  '"password", "a": 1, ',
  "create user a ",
  "prod:a-",
  "1|a",
  "a=b password=",
  "a.key\n",
  "password,",
  "password,b\n",
  "| token |\n|---|\n",
  "password  token\n",
  "password\n",
  "password   ",
  "password was reset\n",
  "password (a",
  "tokens: {",
  "tokens:\n  a: b\n",
  "pass show a\n",
  "echo $TOKEN\n",
  "op read -o json ",
  "aws ssm get-parameter ",
  "kubectl get secret a ",
  "net use /user:a ",
  "a:APA91b",
  "scrypt$a$",
  "$2b$12$",
  "$6$a$",
  "$argon2id$a$",
  "{SSHA}",
  'auth=("a", "',
  'login("a", "',
  "<input type=password ",
  'send "a',
  "AUTH a\n",
  "SETUSER a ",
  "`admin` / ",
  'a b "c" ',
  "Passwort ist ",
  "mot de passe ",
  "パスワードは",
  "insert into a (password) values ('",
  "insert into a (password) values ('b'),",
  'Digest response="',
  '"kty""d":"',
  "/reset/",
  "&code=",
  "&Signature=",
  "secret access key [a",
  "6768705f",
  "AA-: \t",
  "a1B2",
  "aB3/",
  " \n",
  "abcdefghijkl  \n",
];

describe("the time of redaction grows no faster than the text (redaction)", () => {
  it.each(units)("%j, many times", async (unit) => {
    const redact = (chars: number) => () =>
      redactTexts([unit.repeat(Math.ceil(chars / unit.length))], { detectors: all });
    // Linear is 9, quadratic 81.
    expect(await growth(redact(4000), redact(36_000), 9)).toBeLessThan(9);
  });
});

describe("data of any size end no run (redaction)", () => {
  it.each(["aB3/", "a"])("7 MB of %s", async (unit) => {
    const data = unit.repeat(7_000_000 / unit.length);
    const [output] = await redactTexts([`key ${data} end`], { detectors: all });
    expect(output === `key ${unit === "a" ? data : "REDACTED-data-1"} end`).toBe(true);
  });
});

describe("a text that cannot be searched is redacted as a whole, and ends no run (redaction)", () => {
  /** A detector that fails on some texts. */
  const failing = (error: Error): Detector => ({
    name: "failing",
    find: (texts) => {
      if (texts.some((text) => text.includes("boom"))) throw error;
      return texts.flatMap((text, index) => (text === "found" ? [{ text: index, from: 0, to: 5 }] : []));
    },
  });

  it.each([new RangeError("Maximum call stack size exceeded"), new TypeError("x")])("%s", async (error) => {
    const output = await redactTexts(["a", "boom goes this", "found"], { detectors: [failing(error)] });
    expect(output).toEqual(["a", "REDACTED-unreadable-1", "REDACTED-failing-1"]);
  });

  it("a detector that always fails is refused", async () => {
    const broken: Detector = { name: "broken", find: () => Promise.reject(new TypeError("Expected a list")) };
    await expect(redactTexts(["a"], { detectors: [broken] })).rejects.toThrow("Expected a list");
  });
});
