import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { analyse } from "@ccdag/agents/analyse";
import { leaves } from "@ccdag/ccast";
import { readProject } from "@ccdag/files";
import { parseTree } from "@ccdag/pipeline";
import { outline } from "@ccdag/report";
import { ccdag, documentsIn, jsonl, put, scratch, talk } from "./world.ts";

/** A folder of transcripts, one for the output, and one for what is remembered. */
function world() {
  const folder = scratch({ "a.jsonl": talk("a"), "b.jsonl": talk("b"), "c.jsonl": `${talk("c")}{"no\n` });
  // A remark, which is not printed: it must not become a warning when it is remembered.
  mkdirSync(join(folder, "b", "subagents"), { recursive: true });
  put(folder, "b/subagents/agent-x.meta.json", "{");
  return { folder, out: join(scratch(), "out"), cache: join(scratch(), "cache") };
}

/** A call of an agent in a session, and the transcript of the agent. */
const task = (name: string) =>
  jsonl({
    type: "assistant",
    uuid: `${name}-t`,
    parentUuid: `${name}-a`,
    timestamp: "2026-01-01T10:00:01.000Z",
    message: {
      id: `mt-${name}`,
      content: [{ type: "tool_use", id: `t-${name}`, name: "Task", input: { prompt: name } }],
    },
  });
const sidechain = (name: string) =>
  jsonl({
    type: "user",
    uuid: `${name}-s`,
    parentUuid: null,
    isSidechain: true,
    agentId: `${name}x`,
    sessionId: name,
    message: { content: name },
  });

const contents = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
const times = (folder: string) =>
  Object.fromEntries(documentsIn(folder).map((name) => [name, statSync(join(folder, name), { bigint: true }).mtimeNs]));

describe("what has not changed is not made again", () => {
  it.each(["markdown", "html", "json"])("export of %s into a folder", async (to) => {
    const { folder, out, cache } = world();
    const run = async (...more: string[]) => {
      const { code, stderr } = await ccdag(["export", folder, "--to", to, "-o", `${out}/`, "--cache", cache, ...more]);
      const fresh = join(scratch(), "fresh");
      const other = await ccdag(["export", folder, "--to", to, "-o", `${fresh}/`, "--no-cache", ...more]);
      expect([code, stderr.replaceAll(out, "out")]).toEqual([other.code, other.stderr.replaceAll(fresh, "out")]);
      expect(contents(out)).toEqual(contents(fresh));
      return times(out);
    };
    const [page, other] = ["a", "b"].map(
      (id) => `2026-01-01-question-${id}-${id}.${to === "markdown" ? "md" : to}`,
    ) as [string, string];
    const first = await run();
    expect(await run()).toEqual(first);
    // Other options make other documents.
    expect((await run("--detail", "full"))[page]).not.toBe(first[page]);
    const second = await run();
    appendFileSync(join(folder, "a.jsonl"), talk("e", "a-a"));
    const third = await run();
    expect([third[page] === second[page], third[other] === second[other]]).toEqual([false, true]);
    // A document that somebody changed or removed is written again.
    writeFileSync(join(out, page), "mine");
    rmSync(join(out, other));
    await run();
    put(folder, "d.jsonl", talk("d", "b-a"));
    await run();
  });

  it("usage", async () => {
    const { folder, cache } = world();
    const usage = { input_tokens: 5, output_tokens: 7 };
    const say = (name: string) =>
      put(
        folder,
        `${name}.jsonl`,
        talk(name) +
          jsonl({
            type: "assistant",
            uuid: `${name}-u`,
            parentUuid: `${name}-a`,
            sessionId: name,
            message: { id: `m-${name}`, role: "assistant", model: "claude-sonnet-4-5", content: [], usage },
          }),
      );
    for (const name of ["a", "b"]) say(name);
    for (let round = 0; round < 3; round++) {
      for (const more of [[], ["--json"], ["--turns"], ["--no-cost"]]) {
        const remembered = await ccdag(["usage", folder, "--cache", cache, ...more]);
        const fresh = await ccdag(["usage", folder, "--no-cache", ...more]);
        expect([remembered.code, remembered.stdout, remembered.stderr]).toEqual([
          fresh.code,
          fresh.stdout,
          fresh.stderr,
        ]);
      }
      if (round === 1) say("f");
    }
  });

  it.each([
    ["tree", outline],
    ["branches", leaves],
    ["agents", analyse],
  ] as const)("%s, which is that of the whole folder", async (command, make) => {
    const folder = scratch({ "a.jsonl": talk("a"), "b.jsonl": talk("b", "a-a"), "z.jsonl": talk("z") });
    const cache = join(scratch(), "cache");
    for (const name of ["c", "d"]) {
      put(folder, `${name}.jsonl`, talk(name) + task(name));
      put(folder, `${name}/subagents/agent-${name}x.jsonl`, sidechain(name));
    }
    for (const more of [[], ["--json"]]) {
      const fresh = await ccdag([command, folder, "--no-cache", ...more]);
      for (let round = 0; round < 3; round++)
        expect(await ccdag([command, folder, "--cache", cache, ...more])).toEqual(fresh);
    }
    const whole = parseTree(await readProject(folder), {});
    expect(whole.children.length).toBe(4);
    const { stdout } = await ccdag([command, folder, "--json", "--cache", cache]);
    const printed = JSON.parse(stdout, (key, value: unknown) => (key === "usage" ? undefined : value)) as unknown;
    expect(printed).toEqual(JSON.parse(JSON.stringify(make(whole))));
  });

  it("what is remembered may be damaged, and is nowhere without a cache folder", async () => {
    const { folder, cache } = world();
    const first = await ccdag(["usage", folder, "--cache", cache, "--json"]);
    for (const name of readdirSync(cache)) appendFileSync(join(cache, name), "x");
    expect(await ccdag(["usage", folder, "--cache", cache, "--json"])).toEqual(first);
    expect(await ccdag(["usage", folder, "--cache", join(folder, "cache"), "--json"])).toEqual(first);
    expect(existsSync(join(folder, "cache"))).toBe(false);
  });
});

it.each([["--leaf"], ["--branch"]])("of a folder, only the session tree of %s is read", async (option) => {
  const folder = scratch({
    "a.jsonl": talk("a") + talk("fork", "a-a") + talk("other", "a-a"),
    "c.jsonl": `${talk("c")}{"no\n`,
  });
  const id = option === "--leaf" ? "fork-a" : "fork-u";
  const { code, stdout, stderr } = await ccdag(["export", folder, option, id, "--no-cache"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("Answer fork");
  // An entry that no file holds can be a mistake in any of them.
  const wrong = await ccdag(["export", folder, option, "nowhere", "--no-cache"]);
  expect([wrong.code, wrong.stdout]).toEqual([2, ""]);
});
