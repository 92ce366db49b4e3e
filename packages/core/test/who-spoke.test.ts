import type { Message } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { jsonl, read } from "./threads.ts";

type Json = Record<string, unknown>;

/** The first message of a transcript with one entry. */
function messageOf(content: string, more: Json): Message {
  const entry = {
    type: "user",
    uuid: "u",
    parentUuid: null,
    sessionId: "s",
    message: { role: "user", content },
    ...more,
  };
  const [session] = read({ "s.jsonl": jsonl(entry) }).tree.children;
  if (session?.type !== "session" || session.children[0]?.type !== "message") throw new Error("There is no message");
  return session.children[0];
}

const peer =
  '<cross-session-message from="uds:/tmp/a.sock" from-name="orchard">The pump is free</cross-session-message>';
const channel = '<channel source="plugin:telegram:telegram" user="ada">\nIs it shut?\n</channel>';
const task = '<scheduled-task name="water" file="/home/ada/SKILL.md">\nWater all.\n</scheduled-task>';
const notice = "<task-notification>x</task-notification>";
const from = (kind: string, more: Json = {}): Json => ({ origin: { kind, ...more } });

// The fields decide where a client has recorded them: what a person types may look like a text of the client.
describe("who spoke in a user entry", () => {
  it.each<[why: string, content: string, more: Json, actor: string, origin: string, senders?: string[]]>([
    ["the words of a person that look like a notification", notice, from("human"), "human", "prompt"],
    ["the same, from a client that names the source", notice, { promptSource: "typed" }, "human", "prompt"],
    ["pasted tags of a command", "<command-name>/x</command-name>", { promptSource: "typed" }, "human", "prompt"],
    ["a command, for which no source is named", "<command-name>/x</command-name>", from("human"), "human", "command"],
    [
      "words that look like a summary",
      "This session is being continued from a previous conversation that ran out of context",
      from("human"),
      "human",
      "prompt",
    ],
    ["an accepted plan", "Implement the following plan: x", from("auto-continuation"), "human", "prompt"],
    ["a notification without a tag", "2 were stopped", from("task-notification"), "notification", "notification"],
    ["a hook that speaks in plain words", "It rains", from("hook"), "hook", "hook"],
    ["an origin that nobody knows yet", "It rains", from("weather-station"), "system", "meta"],
    ["another session", peer, { isMeta: true, ...from("peer", { name: "orchard" }) }, "teammate", "peer", ["orchard"]],
    [
      "another session, by its tag",
      `Another Claude session sent a message:\n${peer}`,
      {},
      "teammate",
      "peer",
      ["orchard"],
    ],
    [
      "a person on another device",
      channel,
      { isMeta: true, ...from("channel", { server: "plugin:telegram:telegram" }) },
      "human",
      "channel",
      ["telegram"],
    ],
    ["a person on another device, by the tag", channel, {}, "human", "channel", ["telegram"]],
    ["a person who asks about such a tag", "<channel> is what I see", {}, "human", "prompt"],
    ["the task of a schedule", task, {}, "system", "scheduled", ["water"]],
    [
      "the words of a schedule",
      "Check the oven.",
      { isMeta: true, promptSource: "system", turnOrigin: "scheduled" },
      "system",
      "scheduled",
    ],
    [
      "output in the turn of a schedule",
      "<local-command-stdout>1</local-command-stdout>",
      { turnOrigin: "scheduled" },
      "human",
      "command-output",
    ],
    [
      "the model to a running agent",
      "Look at the east, too.",
      { isMeta: true, ...from("coordinator") },
      "assistant",
      "coordinator",
    ],
  ])("%s", (_, content, more, actor, origin, senders) => {
    const message = messageOf(content, more);
    expect([message.actor, message.origin, message.senders]).toEqual([actor, origin, senders]);
  });

  it("another session speaks during a turn, too", () => {
    const attachment = {
      type: "queued_command",
      commandMode: "prompt",
      prompt: peer,
      ...from("peer", { name: "orchard" }),
    };
    const message = messageOf("", { type: "attachment", message: undefined, attachment });
    expect([message.actor, message.origin, message.senders]).toEqual(["teammate", "peer", ["orchard"]]);
  });
});
