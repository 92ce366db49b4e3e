import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "ccdag";
import { describe, expect, it, onTestFinished } from "vitest";
import { toCommand } from "../src/playground/options.ts";
import { Project } from "../src/playground/project.ts";

const folder = new URL("../../../tooling/fixtures/", import.meta.url);
const home = "sample/-home-ada-weather";
const session = "642fe51e-78f5-4e03-aad6-929a942a6fe9";
const paths = [
  `${session}.jsonl`,
  "7c6e8ad8-bb6e-4c01-acaa-d67eca1ced1e.jsonl",
  `${session}/subagents/agent-a7989681a02ac278f.jsonl`,
  `${session}/subagents/agent-a7989681a02ac278f.meta.json`,
];

function project(): Project {
  const files = paths.map((path) => ({ path, value: readFileSync(new URL(`${home}/${path}`, folder)) }));
  return new Project(files, home);
}

async function ccdag(command: string): Promise<string> {
  const words = (command.match(/'[^']*'|\S+/g) ?? []).slice(2).map((word) => word.replaceAll("'", ""));
  let rendered = "";
  let messages = "";
  const code = await run(words, {
    stdin: (async function* () {})(),
    stdout: async (text) => void (rendered += text),
    stderr: (text) => void (messages += text),
    cwd: new URL(".", folder).pathname,
    env: {},
    isTerminal: false,
  });
  expect([code, code === 0 ? "" : messages]).toEqual([0, ""]);
  return rendered;
}

describe("L001: the playground shows the output of the command that it names", () => {
  const formats = ["markdown", "llm", "plain", "json", "jsonl", "messages", "mermaid", "dot"];
  const options: Array<Record<string, unknown>> = [
    {},
    { detail: "talk", thinking: false },
    { detail: "full", order: "kahn" },
    { branch: "active", compaction: "strip" },
    { agents: "after", tools: "Bash,Edit", tokens: true },
    { compaction: "root", limit: "500", images: "none", graph: true },
    { redact: true },
  ];
  const cases = formats.flatMap((to) => options.map((rest) => ({ to, ...rest })));

  it.each(cases.map((one) => [toCommand(home, one), one] as const))("%s", async (command, one) => {
    const { texts } = await project().render(one);
    // The command line also runs secretlint, which needs Node; in this sample it finds nothing more.
    expect(texts.join("")).toBe(await ccdag(command));
  });

  it("renders one session, and the path to an entry", async () => {
    const whole = project();
    const alone = await whole.render({ to: "markdown", session });
    expect(alone.texts.join("")).toBe(await ccdag(toCommand(`${home}/${session}.jsonl`, { to: "markdown" })));
    const leaf = [...(await whole.draw({ to: "html" })).rows].reverse().find(({ type }) => type === "branch")!.id!;
    const path = await whole.render({ to: "markdown", leaf });
    expect(path.texts.join("")).toBe(await ccdag(toCommand(home, { to: "markdown", leaf })));
  });

  it("renders the page that the command writes to a file", async () => {
    const out = mkdtempSync(join(tmpdir(), "ccdag-page-"));
    onTestFinished(() => rmSync(out, { recursive: true }));
    const { texts } = await project().render({ to: "html" });
    await ccdag(`${toCommand(home, { to: "html" })} -o ${out}/page.html`);
    expect(texts).toEqual([readFileSync(join(out, "page.html"), "utf8")]);
  });
});

describe("account and explanations", () => {
  it("C001: the account is that of `ccdag check`, and rendering does not change it", async () => {
    const whole = project();
    await whole.render({ to: "markdown", redact: true, detail: "prompts" });
    expect(`${whole.account().verdict}\n`).toBe(await ccdag(`npx ccdag check ${home}`));
    expect(whole.opened).toMatchObject({ files: 4, isComplete: true });
    expect(whole.opened.sessions.map(({ id }) => id)).toContain(session);
  });

  it("L002: explains the position of an entry in the words of `ccdag explain`, and shows its line", async () => {
    const uuid = "2f83ebc0-8b33-43a1-acb2-312e4f89ec78";
    const found = project().why(uuid);
    const rendered = found
      .map(({ path, line, kind, statements }) =>
        [`${path}:${line}  ${kind}`, ...statements.map(({ words }) => `  ${words}`), ""].join("\n"),
      )
      .join("");
    expect(rendered).toBe(await ccdag(`npx ccdag explain ${uuid} ${home}`));
    expect(found.map(({ raw }) => (JSON.parse(raw) as { uuid: string }).uuid)).toEqual([uuid, uuid]);
  });
});
