import { answer, branch, message, session, toolCall } from "@ccdag/testkit";
import { describe, expect, it } from "vitest";
import { endOf } from "../src/index.ts";

const interrupt = { ...message("u9", "[Request interrupted by user]"), origin: "interrupt" as const };
const failure = { ...answer("u9", "API Error: 529"), origin: "api-error" as const };
const command = { ...message("u9", "/exit"), origin: "command" as const };
type Child = Parameters<typeof session>[1];
const end = (...children: Child[]) => endOf(session({ sessionId: "s" }, ...children));

describe("how a session ended", () => {
  it.each([
    ["answered", [message("u1", "Why?"), answer("u2", "Because.")], "answered", "Because."],
    ["a command at the end asks nothing", [message("u1", "Why?"), answer("u2", "So."), command], "answered", "So."],
    ["no answer at all", [message("u1", "Why?")], "unanswered", ""],
    [
      "a prompt that was not answered",
      [message("u1", "A?"), answer("u2", "B"), message("u3", "C?")],
      "unanswered",
      "C?",
    ],
    [
      "at work",
      [message("u1", "A?"), answer("u2", "Let me look.", toolCall("t1", "Read"))],
      "unanswered",
      "Let me look.",
    ],
    ["interrupted", [message("u1", "A?"), answer("u2", "Let me look."), interrupt], "interrupted", "Let me look."],
    ["the API failed", [message("u1", "A?"), failure], "failed", "API Error: 529"],
    [
      "the branch in which the person continued",
      [
        message("u1", "A?"),
        branch({ uuid: "u2" }, answer("u2", "old")),
        branch({ uuid: "u3", active: true }, answer("u3", "new")),
      ],
      "answered",
      "new",
    ],
    ["nothing", [], "unanswered", ""],
  ] as ReadonlyArray<readonly [string, Child[], string, string]>)("%s", (_, children, how, text) =>
    expect(end(...children)).toMatchObject({ end: how, text }),
  );
});
