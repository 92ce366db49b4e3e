import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { put, sample, scratch, talk } from "../../../tooling/tests/scratch.ts";
import { block, ofSample, rootOf, toMarkdown, toPage } from "./documents.ts";

const transcript = join(sample, "-home-ada-weather/642fe51e-78f5-4e03-aad6-929a942a6fe9.jsonl");

describe("remark-ccdag", () => {
  it("puts a turn in the place of a code block, and nothing else of the session", async () => {
    const file = await toMarkdown(`# Notes\n\n${block("642fe51e#turn-3", "detail=talk")}\nAfter.\n`, ofSample);
    const text = String(file);
    expect(text).toMatch(/^# Notes\n\n## Human · [^\n]+\n\nColours can wait\. More urgent/);
    expect(text.match(/^## Human/gm)).toHaveLength(1);
    expect(text).not.toMatch(/^#+ Session|Branch/m);
    expect(text).toMatch(/\n\nAfter\.\n$/);
    expect(file.messages).toEqual([]);
  });

  it.each([
    ["a session", "642fe51e"],
    ["a path", transcript],
    ["a title", "Straight columns for the weather table"],
    ["the last session", "latest"],
  ])("takes %s, as the commands do", async (_, input) => {
    const text = String(await toMarkdown(block(input, "detail=prompts"), ofSample));
    expect(text).toMatch(/^# Session 642fe51e • Straight columns/);
    expect(text).toContain("One last thing for today");
  });

  it("puts turns in the place of a directive, with its attributes", async () => {
    const text = String(await toMarkdown("::ccdag[642fe51e#turn-2-3]{detail=prompts}\n", ofSample));
    expect(text.match(/^# Human/gm)).toHaveLength(2);
    expect(String(await toMarkdown("::ccdag[642fe51e#turn-4]{diff}\n", ofSample))).toMatch(/^```diff\n/);
  });

  it("puts an entry: the message that holds it, whichever of its records was meant", async () => {
    const root = rootOf(["One?", "First."], ["Two?", "Second."]);
    expect(String(await toMarkdown(block("s1#answer-2"), root))).toMatch(/^# Claude · [^\n]+\n\nSecond\.\n$/);
    expect(String(await toMarkdown(block("s1#prompt-1"), root))).toMatch(/^# Human · [^\n]+\n\nOne\?\n$/);
  });

  it("puts the diff of a session or a turn, as a patch", async () => {
    const whole = String(await toMarkdown(block("642fe51e", "diff"), ofSample));
    expect(whole).toMatch(/^```diff\ndiff --git a\/src\/table\.ts b\/src\/table\.ts\n/);
    expect(whole).toContain("diff --git a/README.md b/README.md");
    // A session that continues it has changes of its own.
    expect(whole.match(/^```diff/gm)).toHaveLength(1);
    const turn = String(await toMarkdown(block("642fe51e#turn-1", "diff"), ofSample));
    expect(turn).toContain("a/src/table.ts");
    expect(turn).not.toContain("README.md");
  });

  it("shows collapsible sections as quotes, and as details in HTML, without raw HTML", async () => {
    const asked = block("642fe51e#turn-1");
    expect(String(await toMarkdown(asked, ofSample))).toMatch(/\n> \*\*🔧 Read: [^\n]+\*\*\n>\n> ```text\n/);
    const page = String(await toPage(asked, ofSample));
    expect(page).toMatch(/<details>\n<summary><strong>🔧 Read: [^<]+<\/strong><\/summary>\n<pre>/);
    expect(page).toMatch(/<h1 id="msg-[\w-]+">Human/);
    expect(page).toContain("<table>");
    const withHtml = String(await toMarkdown(asked, { ...ofSample, html: true }));
    expect(withHtml).toMatch(/<a id="msg-[^\n]+\n\n# Human[^]*<details>\n<summary>🔧 Read/);
  });

  it("cuts outputs, and takes another limit and detail from the plugin or from the block", async () => {
    const root = { ...ofSample, limit: 40 };
    const cut = String(await toMarkdown(block("642fe51e#turn-1"), root));
    const whole = String(await toMarkdown(block("642fe51e#turn-1", "limit=none"), root));
    expect(whole.length).toBeGreaterThan(cut.length);
    expect(String(await toMarkdown(block("642fe51e#turn-1", 'detail="prompts"'), root)).length).toBeLessThan(1000);
    const talked = String(await toMarkdown(block("642fe51e#turn-1"), { ...ofSample, detail: "talk" }));
    expect(talked).not.toContain("🔧");
  });
});

describe("redaction", () => {
  const key = "ghp_kQ7vX2mN9pL4tR8wY3zB6cD1fG5hJ0sA2eUi";
  const secret = "vT9#kQ2m!xW7";

  it("is on, and knows in each turn what another turn shows to be a secret", async () => {
    const root = rootOf([`Use ${key} with DB_PASSWORD=${secret}`, "Done."], [`Is ${secret} right?`, "Yes."]);
    const text = String(await toMarkdown(block("s1#turn-1") + block("s1#turn-2"), root));
    expect(text).not.toMatch(/ghp_|kQ2m/);
    expect(text.match(/REDACTED-[\w-]+/g)?.length).toBeGreaterThanOrEqual(3);
  });

  it("is off if that is asked for", async () => {
    const root = rootOf([`Use ${key}`, "Done."]);
    expect(String(await toMarkdown(block("s1"), { ...root, redact: false }))).toContain(key);
  });
});

describe("a block that cannot be replaced", () => {
  it.each([
    ["unexpected-input", "nope", "", "Unexpected input `nope`"],
    ["unexpected-input", "", "", "Expected a session in one line"],
    ["unexpected-input", "642fe51e\n7c6e8ad8", "", "Expected a session in one line"],
    ["unexpected-input", "./none.jsonl", "", "Unexpected input"],
    ["nothing-to-show", "642fe51e#turn-99", "", "No turn 99 in `642fe51e`"],
    ["nothing-to-show", "642fe51e#turn-98-99", "", "No turns 98 to 99"],
    ["nothing-to-show", "642fe51e#00000000", "", "No entry `00000000`"],
    ["nothing-to-show", "642fe51e#turn-2", "diff tools=Write", "No change of a file"],
    ["unexpected-option", "642fe51e", "detial=talk", "Unexpected `detial`, expected branch, detail"],
    ["unexpected-option", "642fe51e", "detail=all", "Unexpected `detail` `all`, expected prompts, talk"],
    ["unexpected-option", "642fe51e", "detail", "expected detail=talk"],
    ["unexpected-option", "642fe51e", "limit=few", "Unexpected limit `few`"],
    ["unexpected-option", "642fe51e", "diff detail=talk", "Unexpected `detail` with `diff`"],
    ["unexpected-option", "642fe51e", "diff=x", "Unexpected `diff`"],
    ["unexpected-option", "642fe51e#642fe51e", "branch=all", "Unexpected `branch` with an entry"],
  ])("%s: stays, with a message at its place: %j %j", async (ruleId, input, meta, reason) => {
    const text = `Before.\n\n${block(input, meta)}\n${block("7c6e8ad8#turn-2", "detail=prompts")}`;
    const file = await toMarkdown(text, ofSample);
    expect(file.messages.map((one) => [one.ruleId, one.source, one.line, one.fatal])).toEqual([
      [ruleId, "remark-ccdag", 3, false],
    ]);
    expect(file.messages[0]!.reason).toContain(reason);
    const asked = meta === "" ? "ccdag" : `ccdag ${meta}`;
    expect(String(file)).toContain(`\`\`\`${asked}\n${input}${input === "" ? "" : "\n"}\`\`\``);
    // What follows is rendered.
    expect(String(file)).toContain("In this branch, try borders");
  });

  it("ambiguous-input: the message lists what may be meant", async () => {
    const root = scratch({ "-srv-app/abcd1111.jsonl": talk("a"), "-srv-app/abcd2222.jsonl": talk("b") });
    const { messages } = await toMarkdown(block("abcd"), { roots: [root], cache: false });
    expect(messages).toMatchObject([
      { ruleId: "ambiguous-input", note: expect.stringMatching(/abcd1111[^]*abcd2222/) },
    ]);
  });

  it("a root that does not exist is a message, too", async () => {
    const { messages } = await toMarkdown(block("s1"), { roots: ["/no/such/folder"], cache: false });
    expect(messages).toMatchObject([
      { ruleId: "unexpected-input", reason: expect.stringContaining("/no/such/folder") },
    ]);
  });

  it("damage is reported beside what could be read, without repeating it", async () => {
    const root = rootOf(["One?", "First."]);
    appendFileSync(join(root.roots![0]!, "-srv-app/s1.jsonl"), '{"secret": "hunter\n');
    const file = await toMarkdown(block("s1#turn-1"), root);
    expect(String(file)).toContain("First.");
    expect(file.messages.map(({ ruleId, reason }) => [ruleId, reason])).toEqual([
      ["incomplete", "Some of the files of `s1#turn-1` could not be read or understood (1 × invalid-json)"],
    ]);
  });
});

describe("roots", () => {
  it("with roots, nothing else is read: no path, no folder of this machine", async () => {
    const home = scratch();
    put(home, ".claude/projects/-home-me-app/mine.jsonl", talk("mine"));
    put(home, "elsewhere/other.jsonl", talk("other"));
    put(home, "docs/-srv-app/ours.jsonl", talk("ours"));
    const env = { HOME: home };
    const inputs = ["mine", join(home, "elsewhere/other.jsonl"), "../elsewhere/other.jsonl", "ours"];
    const text = inputs.map((input) => block(input)).join("\n");
    const only = await toMarkdown(text, { roots: ["docs"], cwd: home, env, cache: false });
    expect(only.messages.map(({ ruleId }) => ruleId)).toEqual(Array(3).fill("unexpected-input"));
    expect(String(only)).toContain("Answer ours");
    const all = await toMarkdown(text, { cwd: join(home, "docs"), env, cache: false });
    expect(all.messages).toMatchObject([{ ruleId: "unexpected-input" }]);
    expect(String(all)).toMatch(/Answer mine[^]*Answer other[^]*Answer other/);
  });
});
