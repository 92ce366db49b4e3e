import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ccdag, documentsIn, put, read, sample, scratch, talk } from "./world.ts";

describe("ccdag export --to github", () => {
  const out = () => join(scratch(), "talk.md");

  it("redacts secrets and names, and prints a summary; not with --no-redact", async () => {
    const path = out();
    const { code, stderr } = await ccdag(["export", sample, "--to", "github", "-o", path]);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/redacted: \d+ places \(.*\d+ home-path.*\)/)]);
    expect(read(path)).not.toContain("/home/ada");
    const open = await ccdag(["export", sample, "--to", "github", "-o", path, "--no-redact"]);
    expect(open.stderr).not.toContain("redacted");
    expect(read(path)).toContain("/home/ada");
  });

  it("writes a long document as several parts, and removes surplus ones of an earlier export", async () => {
    const path = out();
    const { stderr } = await ccdag(["export", sample, "--to", "github", "-o", path, "--budget", "12000"]);
    const folder = join(path, "..");
    const names = readdirSync(folder).sort();
    expect(names.length).toBeGreaterThan(2);
    expect(names[0]).toBe("talk.md");
    expect(stderr).toContain(`${path} and ${names.length - 1} more, .part2 to .part${names.length}`);
    for (const name of names) {
      expect(read(folder, name).length).toBeLessThanOrEqual(12_000);
      expect(read(folder, name)).toMatch(/^<!-- ccdag session=[\w-]+ .*part=\d of=\d -->\n/);
    }
    put(folder, "talk.part9.md", "a file of the user");
    await ccdag(["export", sample, "--to", "github", "-o", path, "--detail", "prompts"]);
    expect(readdirSync(folder).sort()).toEqual(["talk.md", "talk.part9.md"]);
  });

  it("prints one document, and refuses to print several", async () => {
    expect((await ccdag(["export", sample, "--to", "github", "--budget", "none", "-q"])).stdout).toMatch(/^<!-- ccdag/);
    const { code, stdout, stderr } = await ccdag(["export", sample, "--to", "github", "--budget", "12000"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(
      /ccdag: Expected a file after --output, --budget none or a lower --detail, because the document has \d parts/,
    );
  });

  it("typed options override those of the preset", async () => {
    const path = out();
    await ccdag(["export", sample, "--to", "github", "-o", path, "--detail", "talk", "--limit", "50"]);
    expect(read(path)).not.toContain("🔧");
    expect(read(path)).toMatch(/\d+ tool calls not shown/);
  });

  it("writes parts and an index into a folder", async () => {
    const folder = scratch({ "p/a.jsonl": talk("a"), "p/b.jsonl": talk("b") });
    const { code } = await ccdag(["export", join(folder, "p"), "--to", "github", "-o", join(folder, "out/")]);
    expect(code).toBe(0);
    const [first] = documentsIn(join(folder, "out"));
    expect([first, documentsIn(join(folder, "out")).length]).toEqual(["2026-01-01-question-a-a.md", 2]);
    expect(read(folder, "out/index.md")).toContain(`](${first}#session-a)`);
  });

  it.each([
    ["--budget 100", /at least 2000, or none/],
    ["--budget 5000 --to json", /Unexpected --budget for json/],
  ])("%s is a wrong call", async (argv, message) => {
    const { code, stderr } = await ccdag(["export", sample, ...argv.split(" ")]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});

describe("ccdag export --images", () => {
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } };
  const record = {
    type: "user",
    uuid: "u",
    parentUuid: null,
    message: { content: [{ type: "text", text: "see" }, image] },
  };
  const world = () => scratch({ "p/a.jsonl": `${JSON.stringify(record)}\n` });
  const name = "4c4b6a3be1314ab86138.png";

  it("files: writes images beside the document, named by their content", async () => {
    const folder = world();
    for (const output of ["one.md", "many/"]) {
      const { code } = await ccdag(["export", join(folder, "p"), "--images", "files", "-o", join(folder, output)]);
      expect(code).toBe(0);
    }
    expect(read(folder, "one.md")).toContain(`](attachments/${name})`);
    expect(read(folder, "attachments", name)).toContain("PNG");
    expect(read(folder, "many", documentsIn(join(folder, "many"))[0]!)).toContain(`](attachments/${name})`);
    expect(readdirSync(join(folder, "many/attachments"))).toEqual([name]);
  });

  it("files: rejects stdout", async () => {
    const { code, stdout, stderr } = await ccdag(["export", join(world(), "p"), "--images", "files"]);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining("Expected a file after --output")]);
  });

  it("embed, link, none", async () => {
    const render = async (how: string, to = "markdown") =>
      (await ccdag(["export", join(world(), "p"), "--images", how, "--to", to])).stdout;
    expect(await render("embed")).toContain("(data:image/png;base64,iVBORw0KGgo=)");
    expect(await render("embed", "html")).toContain('<img src="data:image/png;base64,iVBORw0KGgo="');
    expect(await render("link")).toContain("[Image · image/png · 1 kB]");
    expect(await render("none")).toContain("not shown");
    expect((await ccdag(["export", join(world(), "p"), "--images", "none", "--to", "json"])).code).toBe(2);
  });
});

describe("ccdag export --to mermaid, dot, --graph", () => {
  it("draws the graph; the ending of the output selects the format, too", async () => {
    expect((await ccdag(["export", sample, "--to", "mermaid", "-q"])).stdout).toMatch(
      /^flowchart TD\n {2}n1\(\["session /,
    );
    const path = join(scratch(), "talk.dot");
    expect((await ccdag(["export", sample, "-o", path])).code).toBe(0);
    expect(read(path)).toMatch(/^digraph ccdag \{/);
  });

  it("--graph adds a drawing above each Markdown document", async () => {
    const { stdout } = await ccdag(["export", sample, "--graph", "-q"]);
    expect(stdout).toMatch(/^```mermaid\nflowchart TD\n[\s\S]*?\n```\n\n# /);
    const folder = scratch();
    await ccdag(["export", sample, "--graph", "--to", "obsidian", "-o", `${folder}/`]);
    for (const name of documentsIn(folder)) expect(read(folder, name)).toMatch(/^---\n[\s\S]*?\n---\n\n```mermaid\n/);
  });

  it.each(["--graph --to json", "--graph --to html", "--to mermaid --order kahn", "--to dot --tokens"])(
    "%s is a wrong call",
    async (argv) => {
      const { code, stderr } = await ccdag(["export", sample, ...argv.split(" ")]);
      expect([code, stderr]).toEqual([2, expect.stringContaining("Unexpected --")]);
    },
  );
});
