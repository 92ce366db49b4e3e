import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stuckAfter } from "../../../../tooling/tests/limits.ts";
import { ccdag, put, scratch } from "../world.ts";

const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;
const shells = { bash: has("bash"), zsh: has("zsh"), fish: has("fish") };
for (const [shell, isThere] of Object.entries(shells))
  if (!isThere) console.warn(`No ${shell}: the tests of its completion are skipped. Install ${shell}.`);
if (!shells.zsh) console.warn("No zsh: keys cannot be typed into bash either, because zsh has the terminal for it.");

const bin = new URL("../../out/ccdag/bin.js", import.meta.url).pathname;
const evil = "$(touch E1)`touch E2`;touch E3;'\"";

/** A home folder with two sessions and with names that would run as code; `ccdag` is in `bin`. */
async function world() {
  const home = scratch();
  const cwd = join(home, "w");
  const project = `.claude/projects/${cwd.replace(/[^a-zA-Z0-9]/g, "-")}`;
  for (const name of [`${project}/abc-1.jsonl`, `${project}/xyz-2.jsonl`, `.claude/projects/${evil}/x.jsonl`])
    put(home, name, "");
  put(home, `w/f${evil}/s.jsonl`, "");
  put(home, "bin/ccdag", `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  chmodSync(join(home, "bin/ccdag"), 0o755);
  for (const shell of ["bash", "zsh", "fish"])
    put(home, `script.${shell}`, (await ccdag(["completion", shell])).stdout);
  const env = { HOME: home, PATH: `${join(home, "bin")}:${process.env["PATH"]}`, TERM: "dumb", HISTFILE: "/dev/null" };
  return { home, cwd, env };
}

type World = Awaited<ReturnType<typeof world>>;

/** Whether something ran that was the name of a file. */
const ranCode = ({ home }: World) =>
  readdirSync(home, { recursive: true, encoding: "utf8" }).filter((path) => /(?:^|\/)E\d$/.test(path));

/** What starts each shell, and what it needs before the script. */
const starts = {
  bash: ["bash --norc --noprofile -i", "PS1='> '"],
  zsh: ["zsh -f -i", "PS1='> '; autoload -U compinit; compinit -u -D"],
} as const;

/** Type into a shell on a terminal, and return the arguments that the command `show` then gets. */
function type(shell: keyof typeof starts, { home, cwd, env }: World, keys: string): string[] {
  const [start, prepare] = starts[shell];
  // The command is ccdag for the completion, and only notes its arguments when it runs.
  const note = 'ccdag() { if [ "$1" = complete ]; then command ccdag "$@"; else printf "%s\\n" "$@" > ~/noted; fi; }';
  const script = String.raw`
    zmodload zsh/zpty
    zpty s "$1"
    zpty -w s "$2"
    zpty -r s out '*READY*'
    zpty -w -n s "$3"$'\n'
    zpty -w s 'echo DO""NE'
    zpty -r s out '*DONE*'
    zpty -d s`;
  const setup = `${prepare}; . ~/script.${shell}; ${note}; echo RE""ADY`;
  const done = spawnSync("zsh", ["-f", "-c", script, "zsh", start, setup, keys], { cwd, env, timeout: stuckAfter });
  expect([done.status, String(done.stderr)]).toEqual([0, ""]);
  return readFileSync(join(home, "noted"), "utf8").split("\n").slice(0, -1);
}

describe.each(["bash", "zsh"] as const)("completion in %s", (shell) => {
  it.skipIf(!shells[shell] || !shells.zsh).each([
    ["a command", "ccdag expo\tx", ["export", "x"]],
    ["an option", "ccdag export --deta\tx", ["export", "--detail", "x"]],
    ["a choice", "ccdag export --detail ta\tx", ["export", "--detail", "talk", "x"]],
    ["a choice after =", "ccdag export --detail=ta\tx", ["export", "--detail=talk", "x"]],
    ["a session", "ccdag export ab\tx", ["export", "abc-1", "x"]],
  ])("types the rest of %s", async (_, keys, expected) => {
    expect(type(shell, await world(), keys)).toEqual(expected);
  });

  it.skipIf(!shells[shell] || !shells.zsh)("quotes names from the disk, and runs none of them", async () => {
    const place = await world();
    const projects = join(place.home, ".claude/projects");
    expect(type(shell, place, `ccdag export ${projects}/\\$\t`)[1]).toMatch(
      /\/\$\(touch E1\)`touch E2`;touch E3;'"\/?$/,
    );
    expect(type(shell, place, "ccdag export f\t")[1]).toMatch(/^f\$\(touch E1\)`touch E2`;touch E3;'"\/?$/);
    // The word that is typed is not evaluated, either.
    type(shell, place, "ccdag export '$(touch E4)\t'");
    expect(ranCode(place)).toEqual([]);
  });
});

describe("completion in fish", () => {
  const complete = ({ cwd, env }: World, line: string) => {
    const script = 'source ~/script.fish; complete -C "$argv[1]"';
    const { stdout, status } = spawnSync("fish", ["--no-config", "-c", script, line], { cwd, env, encoding: "utf8" });
    expect(status).toBe(0);
    return stdout
      .split("\n")
      .slice(0, -1)
      .map((one) => one.split("\t")[0]!);
  };

  it.skipIf(!shells.fish).each([
    ["ccdag expo", ["export"]],
    ["ccdag export --deta", ["--detail"]],
    ["ccdag export --detail ta", ["talk"]],
    ["ccdag export --detail=ta", ["--detail=talk"]],
    ["ccdag export ab", ["abc-1"]],
  ])("lists the rest of `%s`", async (line, expected) => {
    expect(complete(await world(), line)).toEqual(expected);
  });

  it.skipIf(!shells.fish)("lists names from the disk, and runs none of them", async () => {
    const place = await world();
    expect(complete(place, "ccdag export ")).toEqual(
      expect.arrayContaining(["abc-1", "xyz-2", join(place.home, ".claude/projects", evil), `f${evil}/`]),
    );
    expect(ranCode(place)).toEqual([]);
  });
});
