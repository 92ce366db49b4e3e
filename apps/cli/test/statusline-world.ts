import { join } from "node:path";
import { expect } from "vitest";
import { ccdag, jsonl, put, scratch } from "./world.ts";

/** The time of the run. */
export const now = new Date("2026-05-04T12:30:00.000Z");

/** An answer that costs $0.003, or a part of it. */
export function answer(id: string, time: number, output = 200, parentUuid: string | null = null): object {
  const usage = { input_tokens: 0, output_tokens: output };
  const message = { id, role: "assistant", model: "claude-sonnet-4-5-20250929", usage };
  const content = [{ type: "text", text: `Done ${id}, ${output}.` }];
  const common = { sessionId: "s1", cwd: "/srv/app", timestamp: new Date(time).toISOString(), requestId: `r-${id}` };
  return {
    ...common,
    type: "assistant",
    uuid: `u-${id}-${output}`,
    parentUuid,
    message: { ...message, content },
  };
}

/** A home with a project, and how the status line is asked there. */
export function statusWorld(...records: readonly object[]) {
  const home = scratch();
  const transcript = join(home, ".claude/projects/-srv-app/s1.jsonl");
  put(home, ".claude/projects/-srv-app/s1.jsonl", jsonl(...records));
  const env = { HOME: home, CCDAG_CACHE: join(home, "cache") };
  const io = { now, env, cwd: home };
  const ask = async (said: unknown = { transcript_path: transcript }, at = now) => {
    const text = typeof said === "string" ? said : JSON.stringify(said);
    const stdin = (async function* () {
      yield text;
    })();
    const { code, stdout } = await ccdag(["statusline"], { ...io, now: at, stdin, isStdinPiped: true });
    expect([code, stdout.split("\n")]).toEqual([0, [expect.any(String), ""]]);
    return stdout.trimEnd();
  };
  const refresh = async (at = now) =>
    expect((await ccdag(["statusline", "--refresh"], { ...io, now: at })).code).toBe(0);
  return { home, transcript, env, io, ask, refresh };
}
