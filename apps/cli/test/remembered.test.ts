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
import { ccdag, jsonl, put, scratch, talk } from "./world.ts";

/** A folder of transcripts, one for the output, and one for what is remembered. */
function world() {
  const folder = scratch({ "a.jsonl": talk("a"), "b.jsonl": talk("b"), "c.jsonl": `${talk("c")}{"no\n` });
  // A remark, which is not printed: it must not become a warning when it is remembered.
  mkdirSync(join(folder, "b", "subagents"), { recursive: true });
  put(folder, "b/subagents/agent-x.meta.json", "{");
  return { folder, out: join(scratch(), "out"), cache: join(scratch(), "cache") };
}

const contents = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
const times = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.startsWith("session-"))
      .map((name) => [name, statSync(join(folder, name), { bigint: true }).mtimeNs]),
  );

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
    const [page, other] = [`session-a.${to === "markdown" ? "md" : to}`, `session-b.${to === "markdown" ? "md" : to}`];
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

  it("what is remembered may be damaged, and is nowhere without a cache folder", async () => {
    const { folder, cache } = world();
    const first = await ccdag(["usage", folder, "--cache", cache, "--json"]);
    for (const name of readdirSync(cache)) appendFileSync(join(cache, name), "x");
    expect(await ccdag(["usage", folder, "--cache", cache, "--json"])).toEqual(first);
    expect(await ccdag(["usage", folder, "--cache", join(folder, "cache"), "--json"])).toEqual(first);
    expect(existsSync(join(folder, "cache"))).toBe(false);
  });
});
