import { describe, expect, it } from "vitest";
import { untilAnswered } from "../src/index.ts";

/** A call that fails some times, and takes its time for each. */
function call(errors: readonly Error[], ms = 0) {
  let tries = 0;
  return {
    tries: () => tries,
    make: async () => {
      const error = errors[tries++];
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
      if (error) throw error;
      return "answer";
    },
  };
}
const reset = Object.assign(new Error("reset"), { code: "ECONNRESET" });
const errors = (count: number, error: Error = reset) => Array.from({ length: count }, () => error);

describe("issue 42: a call of a database that may be away", () => {
  it("is made again while its time lasts", async () => {
    const { make, tries } = call(errors(3));
    expect(await untilAnswered(make, 1000)).toBe("answer");
    expect(tries()).toBe(4);
  });

  it("is made again when the machine stood still for longer than that", async () => {
    expect(await untilAnswered(call(errors(2), 60).make, 20)).toBe("answer");
  });

  it("fails when its time is over, and at once if that helps nobody or the wait was for a connection", async () => {
    const late = call(errors(9), 30);
    await expect(untilAnswered(late.make, 20)).rejects.toThrow("reset");
    expect(late.tries()).toBe(4);
    const wrong = call(errors(9, new Error("syntax error")));
    await expect(untilAnswered(wrong.make, 1000)).rejects.toThrow("syntax error");
    expect(wrong.tries()).toBe(1);
    const unreachable = call(errors(9, new Error("timeout exceeded when trying to connect")), 60);
    await expect(untilAnswered(unreachable.make, 20)).rejects.toThrow("timeout exceeded");
    expect(unreachable.tries()).toBe(1);
  });
});
