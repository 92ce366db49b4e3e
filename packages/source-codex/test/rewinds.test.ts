import { describe, expect, it } from "vitest";
import { inputTokens, readHome } from "./home.ts";
import { id, type Json, Rollout } from "./rollout.ts";

const [a, b, c, s, t] = ["a", "b", "c", "5", "7"].map(id) as [string, string, string, string, string];
/** The ordinal of the first line that is not before a prompt: that of its turn. */
const before = ({ lines, first }: Rollout, text: string) => first + indexOf(lines, text);
const indexOf = (lines: readonly Json[], text: string) => {
  const at = lines.findIndex((line) => JSON.stringify(line).includes(`"${text}"`));
  return lines.slice(0, at).findLastIndex((line) => (line["payload"] as Json)["type"] === "task_started");
};
const base = (thread_id: string, end: number, more: Json = {}) => ({
  history_base: { thread_id, end_ordinal_exclusive: end, end_byte_offset: 9 },
  from: end,
  ...more,
});

describe("issue 43: rewinds of 0.171 are files of the same session (X2)", () => {
  it("each begins where it says; the newest is active; what comes before is in the segment that it names", async () => {
    // a    P1 ┬ P2 ┬ P3
    // a_5     │    └ P4
    // a_7     └ P5 ─ P6
    const first = new Rollout("0.171.0", a).turn("P1").turn("P2").turn("P3");
    const second = new Rollout("0.171.0", a, { at: 60, ...base(a, before(first, "P3")) }).turn("P4");
    const third = new Rollout("0.171.0", a, { at: 90, ...base(a, before(first, "P2")) }).turn("P5").turn("P6");
    const { rows, tree } = await readHome([first, [second.path(s), second], [third.path(t), third]]);
    expect(rows).toEqual([
      "session a",
      "  prompt: P1",
      "  reply: Re: P1",
      "  branch",
      "    prompt: P2",
      "    reply: Re: P2",
      "    branch",
      "      prompt: P3",
      "      reply: Re: P3",
      "    branch *",
      "      prompt: P4",
      "      reply: Re: P4",
      "  branch *",
      "    prompt: P5",
      "    reply: Re: P5",
      "    prompt: P6",
      "    reply: Re: P6",
    ]);
    expect(inputTokens(tree)).toBe(600);
  });

  it("a segment may name another one, and one that names none begins at the very beginning", async () => {
    const first = new Rollout("0.171.0", a).turn("P1");
    const second = new Rollout("0.171.0", a, { at: 60 }).turn("P2").turn("P3");
    const third = new Rollout("0.171.0", a, { at: 90, ...base(s, before(second, "P3")) }).turn("P4");
    const { rows } = await readHome([first, [second.path(s), second], [third.path(t), third]]);
    expect(rows).toEqual([
      "session a",
      "  branch",
      "    prompt: P1",
      "    reply: Re: P1",
      "  branch *",
      "    prompt: P2",
      "    reply: Re: P2",
      "    branch",
      "      prompt: P3",
      "      reply: Re: P3",
      "    branch *",
      "      prompt: P4",
      "      reply: Re: P4",
    ]);
  });

  it("forks copy nothing; a rewind inside one may go back into its parent (X5)", async () => {
    const first = new Rollout("0.171.0", a).turn("P1").turn("P2");
    const end = first.lines.length;
    const fork = new Rollout("0.171.0", b, { at: 60, forked_from_id: a, ...base(a, end) }).turn("P3");
    const back = new Rollout("0.171.0", b, { at: 90, forked_from_id: a, ...base(a, before(first, "P2")) }).turn("P4");
    const { rows, tree } = await readHome([first, fork, [back.path(s), back]]);
    expect(rows).toEqual([
      "session a",
      "  prompt: P1",
      "  reply: Re: P1",
      "  prompt: P2",
      "  reply: Re: P2",
      "  session b after Re: P2",
      "    branch",
      "      prompt: P3",
      "      reply: Re: P3",
      "    branch *",
      "      prompt: P4",
      "      reply: Re: P4",
    ]);
    expect(inputTokens(tree)).toBe(400);
  });
});

describe("issue 43: rewinds of 0.130 are records that count prompts (X3)", () => {
  const back = (num_turns: number) => (rollout: Rollout) => rollout.wait(5).event("thread_rolled_back", { num_turns });
  type Steps = ReadonlyArray<string | ((rollout: Rollout) => Rollout)>;
  const read = async (steps: Steps) => {
    const rollout = new Rollout("0.130.0", a);
    for (const step of steps)
      if (typeof step === "string") rollout.turn(step);
      else step(rollout);
    const { rows } = await readHome([rollout]);
    return rows
      .filter((row) => /prompt|branch/.test(row))
      .map((row) => row.replace(/^ {2}/, "").replace("prompt: ", ""));
  };

  it.each<[string, Steps, string[]]>([
    ["one prompt", ["P1", "P2", back(1), "P3"], ["P1", "branch", "  P2", "branch *", "  P3"]],
    [
      "the same place again",
      ["P1", "P2", back(1), "P3", back(1), "P4"],
      ["P1", "branch", "  P2", "branch", "  P3", "branch *", "  P4"],
    ],
    [
      "a place before an older one: prompts that were left do not count",
      ["P1", "P2", "P3", back(1), "P4", back(2), "P5"],
      ["P1", "branch", "  P2", "  branch", "    P3", "  branch *", "    P4", "branch *", "  P5"],
    ],
    ["the beginning", ["P1", back(1), "P2"], ["branch", "  P1", "branch *", "  P2"]],
    ["more than there is", ["P1", "P2", back(9), "P3"], ["branch", "  P1", "  P2", "branch *", "  P3"]],
    ["nothing", ["P1", back(0), "P2"], ["P1", "P2"]],
    [
      "a prompt that was given while the model worked",
      [(rollout) => rollout.prompt("P1").answer("A").typed("P2").answer("B").done(), back(1), "P3"],
      ["P1", "branch", "  P2", "branch *", "  P3"],
    ],
  ])("to %s", async (_, steps, rows) => expect(await read(steps)).toEqual(rows));
});

describe("issue 43: old versions copy what was before a rewind or a fork", () => {
  const old = (...prompts: string[]) => {
    const rollout = new Rollout("0.63.0", a);
    for (const prompt of prompts) rollout.turn(prompt);
    return rollout;
  };
  const cut = ({ lines }: Rollout, text: string) =>
    lines.slice(
      0,
      lines.findIndex((line) => JSON.stringify(line).includes(`"${text}"`)),
    );

  it("a rewind of 0.63 is a session that begins with copies; they count once (X4)", async () => {
    // a  P1 P2 P3      b  a's header, P1, P2, and on with P4      c  b's header, a's header, P1, and on with P5
    const first = old("P1", "P2", "P3");
    const second = new Rollout("0.63.0", b, { at: 60 }).copy(first, cut(first, "P3")).turn("P4");
    const third = new Rollout("0.63.0", c, { at: 90 }).copy(second, cut(second, "P2")).turn("P5");
    const { rows, tree } = await readHome([first, second, third]);
    expect(rows.filter((row) => !row.includes("reply"))).toEqual([
      "session a",
      "  prompt: P1",
      "  prompt: P2",
      "  prompt: P3",
      "  session b after Re: P2",
      "    prompt: P4",
      "  session c after Re: P1",
      "    prompt: P5",
    ]);
    expect(inputTokens(tree)).toBe(500);
  });

  it("the same prompt again is no copy: a person typed it", async () => {
    const first = old("P1", "P2", "P3");
    const second = new Rollout("0.63.0", b, { at: 60 }).copy(first, cut(first, "P2")).turn("P2").turn("P4");
    const { rows, tree } = await readHome([first, second]);
    expect(rows.filter((row) => !row.includes("reply"))).toEqual([
      "session a",
      "  prompt: P1",
      "  prompt: P2",
      "  prompt: P3",
      "  session b after Re: P1",
      "    prompt: P2",
      "    prompt: P4",
    ]);
    expect(inputTokens(tree)).toBe(500);
  });

  it("a rewind to the beginning copies nothing that was said: it continues nothing", async () => {
    const first = old("P1");
    const second = new Rollout("0.63.0", b, { at: 60 }).copy(first, cut(first, "P1")).turn("P2");
    const { rows } = await readHome([first, second]);
    expect(rows.filter((row) => !row.includes("reply"))).toEqual([
      "session a",
      "  prompt: P1",
      "session b",
      "  prompt: P2",
    ]);
  });

  it("a fork of 0.130 copies all of its parent, which continues; a fork of it and a rewind in it know the originals (X6)", async () => {
    const first = new Rollout("0.130.0", a)
      .turn("P1")
      .turn("P2")
      .wait(5)
      .event("thread_rolled_back", { num_turns: 1 })
      .turn("P3");
    const fork = new Rollout("0.130.0", b, { at: 60, forked_from_id: a }).copy(first).turn("P4");
    const again = new Rollout("0.130.0", c, { at: 90, forked_from_id: b }).copy(fork);
    again.wait(5).event("thread_rolled_back", { num_turns: 2 }).turn("P5");
    first.wait(60).turn("P6");
    const { rows, tree } = await readHome([first, fork, again]);
    expect(rows.filter((row) => !row.includes("reply"))).toEqual([
      "session a",
      "  prompt: P1",
      "  branch",
      "    prompt: P2",
      "  branch *",
      "    prompt: P3",
      "    prompt: P6",
      "    session b after Re: P3",
      "      prompt: P4",
      "  session c after Re: P1",
      "    prompt: P5",
    ]);
    expect(inputTokens(tree)).toBe(600);
  });
});
