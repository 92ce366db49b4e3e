import { describe, expect, it } from "vitest";
import { firstPrompt, type Message, type Origin, wordsOf } from "../src/index.ts";

const message = (origin: Origin, value: string, actor: Message["actor"] = "human"): Message => ({
  type: "message",
  role: "user",
  actor,
  origin,
  uuids: [],
  children: [{ type: "text", value }],
});

describe("what was said, without what the client wrote around it", () => {
  it.each<[Origin, string, string]>([
    ["prompt", "Use the <idea> and the <plan>", "Use the <idea> and the <plan>"],
    ["channel", '<channel source="telegram" user="ada">\nIs it shut?\n</channel>', "Is it shut?"],
    ["peer", 'A session says:\n<cross-session-message from="a">Free</cross-session-message>\n\nBe careful.', "Free"],
    ["scheduled", '<scheduled-task name="water">\nWater all.\n</scheduled-task>', "Water all."],
    ["scheduled", "Check the oven.", "Check the oven."],
    [
      "teammate",
      '<teammate-message teammate_id="a">1</teammate-message> <teammate-message teammate_id="b">2</teammate-message>',
      "1\n\n2",
    ],
    [
      "notification",
      "<task-notification><task-id>b7x</task-id><summary>It is done</summary></task-notification>",
      "It is done",
    ],
    [
      "notification",
      "<task-notification><task-id>b7x</task-id><output-file>/tmp/a</output-file>\n<status>done</status></task-notification>",
      "done",
    ],
    [
      "command",
      "<command-message>x</command-message><command-name>/x</command-name><command-args>y z</command-args>",
      "/x y z",
    ],
    ["bash", "<bash-input>ls -l</bash-input>", "ls -l"],
    ["command", "/plain", "/plain"],
    ["channel", '<channel source="a"', '<channel source="a"'],
  ])("of %s: %s", (origin, text, words) => expect(wordsOf(message(origin, text))).toBe(words));

  it("is what a thread is known by", () => {
    const children = [
      message("peer", "Another one speaks", "teammate"),
      message("channel", '<channel source="a">Shut?</channel>'),
    ];
    expect(firstPrompt({ type: "root", children })).toBe("Shut?");
    const scheduled = message("scheduled", "Water all.", "system");
    expect(firstPrompt({ type: "root", children: [{ ...scheduled, senders: ["water"] }] })).toBe("water");
    expect(firstPrompt({ type: "root", children: [scheduled] })).toBe("Water all.");
    expect(firstPrompt({ type: "root", children: [scheduled, message("prompt", "Now me")] })).toBe("Now me");
  });
});
