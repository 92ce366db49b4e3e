import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { command } from "../src/command/export.ts";
import { optionsOf } from "../src/options.ts";
import { ccdag, sample, scratch, talk } from "./world.ts";

describe("options that have no effect together", () => {
  it.each([
    ["export --branch active --leaf 3ed0d730", "--branch with --leaf: the path to an entry has no other branch"],
    ["export --branch all --leaf 3ed0d730", "--branch with --leaf: the path to an entry has no other branch"],
    [
      "export --no-shared",
      "--no-shared without --branch abandoned or <uuid>: other exports share nothing with a branch",
    ],
    [
      "export --shared --branch active",
      "--shared without --branch abandoned or <uuid>: other exports share nothing with a branch",
    ],
    ["export --thinking --detail talk", "--thinking with --detail talk, which omits thinking"],
    ["export --thinking --detail steps", "--thinking with --detail steps, which omits thinking"],
    ["site --thinking --detail prompts -o out", "--thinking with --detail prompts, which omits thinking"],
    ["serve --thinking --detail prompts", "--thinking with --detail prompts, which omits thinking"],
    ["export --tools Bash --detail talk", "--tools with --detail talk, which omits tool calls"],
    ["export --agents after --detail talk", "--agents with --detail talk, which omits agents"],
    ["export --agents after --order kahn", "--agents with --order: in one stream agents have no other place"],
    [
      "export --branches separate --order kahn -o out/",
      "--branches separate with --order: in one stream branches have no documents of their own",
    ],
    [
      "export --branches separate --branch active -o out/",
      "--branches separate with --branch active, which is one conversation",
    ],
    [
      "export --branches separate --leaf 3ed0d730 -o out/",
      "--branches separate with --leaf, which is one conversation",
    ],
    ["export --audit a.json --no-redact", "--audit with --no-redact: nothing is redacted"],
    ["export --redact-extra a.txt --no-redact", "--redact-extra with --no-redact: nothing is redacted"],
    ["site --keep-images --no-redact -o out", "--keep-images with --no-redact: nothing is redacted"],
    ["export --jobs 2", "--jobs without a folder/ after --output: one document has one thread"],
    ["export --jobs 2 -o a.md", "--jobs without a folder/ after --output: one document has one thread"],
    ["usage --prices a.json --no-cost", "--prices with --no-cost: tokens have no price"],
    ["site --yes -o out", "--yes without --prune: nothing is removed"],
    ["tree -v -q", "--verbose with --quiet, which prints errors only"],
  ])("are refused before anything is read or written: %s", async (argv, reason) => {
    const cwd = scratch();
    const [command, ...options] = argv.split(" ");
    const { code, stdout, stderr } = await ccdag([command!, sample, ...options], { cwd });
    expect([code, stdout, stderr]).toEqual([2, "", `ccdag: Unexpected ${reason}\n`]);
  });

  it.each([
    "--detail talk --no-thinking",
    "--detail talk --agents none",
    "--detail talk --limit 50",
    "--branch abandoned --no-shared",
    "--branch 9550e246 --shared",
    "--turns 1-2 --leaf 3ed0d730",
    "--redact --keep-images",
    "--order session-tree --agents after",
  ])("are no others: %s", async (options) => {
    expect((await ccdag(["export", sample, ...options.split(" ")])).code).toBe(0);
  });

  it("have a message that names the option itself", () => {
    const others = [{ leaf: "x" }, { detail: "prompts" }, { redact: false }, { order: "kahn" }, { quiet: true }, {}];
    const messages = optionsOf(command).flatMap(({ name, flags, conflict }) =>
      others.map((given) => [/--[\w-]+/.exec(flags)![0], conflict?.(true, { [name]: true, ...given })] as const),
    );
    const wrong = messages.filter(
      ([flag, message]) => message !== undefined && !message.startsWith(`Unexpected ${flag} `),
    );
    expect([wrong, messages.some(([, message]) => message !== undefined)]).toEqual([[], true]);
  });
});

describe("--tools", () => {
  it("says which names no transcript has a call of, and what there is", async () => {
    const run = (...argv: string[]) => ccdag(["export", sample, ...argv]);
    const all = "there are Agent, Bash, Edit, Grep, Read, TaskCreate, TaskUpdate, Write";
    const { code, stderr, stdout } = await run("--tools", "Bash,bash,\u001b[31m");
    expect([code, stderr]).toEqual([0, `--tools: no call of \`bash\`, \`␛[31m\`; ${all}\n`]);
    expect(stdout).toContain("🔧 Bash");
    expect((await run("--tools", "Bash")).stderr).toBe("");
    expect((await run("--tools", "bash", "-q")).stderr).toBe("");
  });

  it("says it once for a folder, also where pages are kept from the last run", async () => {
    const cwd = scratch({ "p/a.jsonl": talk("a"), "p/b.jsonl": talk("b") });
    for (const _ of [1, 2]) {
      const { code, stderr } = await ccdag(
        ["export", "p", "--tools", "Bash", "-o", "out/", "--cache", join(cwd, "c")],
        { cwd },
      );
      expect([code, stderr]).toEqual([0, "3 documents in out/\n--tools: no call of `Bash`; no tool was called\n"]);
    }
  });
});
