import { type Content, type FlowContent, leaves, type Message, toText } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import {
  answer,
  compaction,
  document,
  image,
  message,
  notice,
  session,
  text,
  thinking,
  toolCall,
  toolResult,
  tree as treeOf,
} from "@ccdag/testkit";
import { describe, expect, it } from "vitest";
import type { ApiBlock } from "../src/api-conversation.ts";
import renderMessages, { type Conversation, type Conversations, toMessages } from "../src/messages.ts";
import { findPaths } from "../src/paths.ts";
import { projectIn } from "../../../tooling/fixtures/project.ts";

/** Reasons why the API would refuse a conversation. */
function refusals({ messages }: Conversation): string[] {
  const found: string[] = [];
  if (messages.length > 0 && messages[0]!.role !== "user") found.push("does not begin with the user");
  const ids = new Set<string>();
  for (const [index, { role, content }] of messages.entries()) {
    if (content.length === 0) found.push(`${index} is empty`);
    if (index > 0 && messages[index - 1]!.role === role) found.push(`${index} does not alternate`);
    const of = (at: number, type: string, field: string) =>
      (messages[at]?.content ?? []).filter((block) => block.type === type).map((block) => block[field] as string);
    const calls = of(index, "tool_use", "id");
    const results = of(index, "tool_result", "tool_use_id");
    if (role === "assistant" && calls.join() !== of(index + 1, "tool_result", "tool_use_id").join())
      found.push(`${index} has calls without results`);
    if (role === "user" && results.join() !== of(index - 1, "tool_use", "id").join())
      found.push(`${index} has results without calls`);
    for (const id of calls) if (ids.size === ids.add(id).size) found.push(`${index} has an id twice: ${id}`);
    for (const block of content) if (block.type === "text" && String(block["text"]).trim() === "") found.push("blank");
  }
  return found;
}

const say = (origin: Message["origin"], children: Content[], uuid = "x"): Message =>
  origin === "reply" ? answer(uuid, ...children) : message({ uuid, origin }, ...children);
const call = (id: string, result?: string): Content => toolCall({ name: "Bash", id }, { command: id }, result);
const output = (...children: FlowContent[]) => toMessages(treeOf(session("s", ...children)))[0]!;
/** A conversation in short: `user: text`, `assistant: text tool_use(a)`. */
const draw = ({ messages }: Conversation) =>
  messages.map(({ role, content }) => `${role}: ${content.map(drawBlock).join(" ")}`);
function drawBlock(block: ApiBlock): string {
  if (block.type === "text") return String(block["text"]);
  const words = typeof block["content"] === "string" ? ` ${block["content"]}` : "";
  return `${block.type}(${(block["id"] ?? block["tool_use_id"]) as string}${words})`;
}

describe("render-json/messages", () => {
  it("pairs results with calls, and joins consecutive messages of one role", () => {
    const conversation = output(
      say("prompt", [text("do it")], "a"),
      say("queued", [text("and that")], "b"),
      say("reply", [thinking("hm"), text("I look"), call("1", "one"), call("2", "two")], "c"),
      say("steering", [text("hurry")], "d"),
      say("reply", [text("done")], "e"),
    );
    expect(draw(conversation)).toEqual([
      "user: do it and that",
      "assistant: I look tool_use(1) tool_use(2)",
      "user: tool_result(1) tool_result(2) hurry",
      "assistant: done",
    ]);
    expect(conversation).toMatchObject({
      leaf: "e",
      sessionId: "s",
      active: true,
      omitted: { thinking: 1 },
      added: {},
    });
    expect(refusals(conversation)).toEqual([]);
  });

  it("adds what the API requires, and counts it", () => {
    const conversation = output(say("reply", [call("1"), call("1", "again")], "a"));
    expect(draw(conversation)).toEqual([
      "user: (The beginning was not recorded.)",
      "assistant: tool_use(1) tool_use(1_2)",
      "user: tool_result(1 (No result was recorded.)) tool_result(1_2)",
    ]);
    expect(conversation.added).toEqual({ beginning: 1, toolResult: 1, id: 1 });
    expect(refusals(conversation)).toEqual([]);
  });

  it("omits what was never sent to the model, and counts it", () => {
    const conversation = output(
      say("prompt", [text("hi"), text(" ")], "a"),
      notice({ entryType: "progress", uuid: "n" }),
      { ...say("reply", [text("API Error")], "b"), origin: "api-error" },
      say("prompt", [toolResult({ toolUseId: "gone" })], "c"),
    );
    expect(draw(conversation)).toEqual(["user: hi"]);
    expect(conversation.omitted).toEqual({ notice: 1, "api-error": 1, toolResult: 1 });
  });

  it("keeps images, documents and the summary of a compaction", () => {
    const { messages } = output(
      compaction("k", "so far"),
      say("prompt", [
        image({ data: "AA==" }),
        document({ data: undefined, url: "https://example.org/a.pdf" }),
        document({ mediaType: "text/plain", data: "words" }),
      ]),
    );
    expect(messages[0]!.content).toEqual([
      { type: "text", text: "so far" },
      { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } },
      { type: "document", source: { type: "url", url: "https://example.org/a.pdf" } },
      { type: "document", source: { type: "text", media_type: "text/plain", data: "words" } },
    ]);
  });

  describe.each(["sample", "scenarios"])("%s", (name) => {
    const tree = ccdag().parse(projectIn(name));

    it("has a conversation that the API accepts for each leaf, in the order of the leaves", () => {
      const conversations = toMessages(tree);
      expect(conversations.map(({ leaf }) => leaf)).toEqual(leaves(tree).map(({ uuid }) => uuid));
      for (const conversation of conversations) expect(refusals(conversation)).toEqual([]);
    });

    it("holds every word of each path, in order", () => {
      const conversations = toMessages(tree);
      for (const [index, { path }] of findPaths(tree).entries()) {
        const words = conversations[index]!.messages.flatMap(({ content }) => content.map((block) => block["text"]));
        const wanted = path
          .filter((node) => node.type === "message" && (node.role === "user" || node.origin === "reply"))
          .flatMap((node) => (node as Message).children.filter(({ type }) => type === "text").map(toText))
          .filter((value) => value.trim() !== "");
        let at = -1;
        for (const value of wanted) {
          at = words.indexOf(value, at + 1);
          expect(at).not.toBe(-1);
        }
      }
    });
  });

  it("is written in an envelope", async () => {
    const written = JSON.parse(String(await ccdag().use(renderMessages).process(projectIn("sample")))) as Conversations;
    expect(written.ccdag).toEqual({ schemaVersion: 2, generator: "@ccdag/render-json/messages" });
    expect(written.conversations.map(({ active }) => active)).toContain(true);
    expect(written.conversations[0]!.model).toMatch(/^claude-/);
  });
});
