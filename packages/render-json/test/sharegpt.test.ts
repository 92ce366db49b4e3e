import { type Content, type FlowContent, type Message } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import {
  agent,
  answer,
  image,
  message,
  samples,
  session,
  text,
  thinking,
  toolCall,
  tree as treeOf,
} from "@ccdag/testkit";
import { VFile } from "vfile";
import { describe, expect, it } from "vitest";
import { projectIn } from "../../../tooling/fixtures/project.ts";
import renderShareGpt, { type ShareGptConversation, toShareGpt } from "../src/sharegpt.ts";

const say = (uuid: string, ...children: Content[]): Message => message({ uuid, origin: "prompt" }, ...children);
const call = (id: string, result?: string): Content => toolCall({ name: "Bash", id }, { command: id }, result);
const output = (...children: FlowContent[]) => toShareGpt(treeOf(session("s", ...children)));
const turns = (...children: FlowContent[]) =>
  output(...children).conversations[0]!.conversations.map(({ from, value }) => `${from}: ${value}`);

/** Reasons why LLaMA-Factory would skip a conversation, or fail at it: `SharegptDatasetConverter`, `FunctionFormatter`. */
function refusals({ conversations }: ShareGptConversation): string[] {
  const found = conversations.length % 2 === 0 && conversations.length > 0 ? [] : ["does not end with the model"];
  for (const [index, { from, value }] of conversations.entries()) {
    const isOdd = from === "human" || from === "observation";
    if (isOdd !== (index % 2 === 0)) found.push(`${index} does not alternate`);
    if (from !== "function_call") continue;
    const json = /<tool_call>(.*?)<\/tool_call>/s.exec(value)?.[1] ?? value;
    const calls = [JSON.parse(json)].flat() as Array<{ name: unknown; arguments: unknown }>;
    if (!calls.every((one) => typeof one.name === "string" && typeof one.arguments === "object")) found.push(json);
    if (conversations[index + 1] !== undefined && conversations[index + 1]!.from !== "observation")
      found.push(`${index} has no result`);
  }
  return found;
}

describe("render-json/sharegpt (issue 46)", () => {
  it("one call is an object, several are an array with their results, and words come before them", () => {
    expect(turns(say("a", text("do")), answer("b", call("1", "one")), answer("c", text("done")))).toEqual([
      "human: do",
      'function_call: {"name":"Bash","arguments":{"command":"1"}}',
      "observation: one",
      "gpt: done",
    ]);
    const [, both, results] = turns(
      say("a", text("do")),
      answer("b", text("I look"), call("1", "one"), call("2", "two")),
      answer("c", text("done")),
    );
    expect(both).toMatch(/^function_call: I look\n<tool_call>\[\{.*\},\{.*\}\]<\/tool_call>$/);
    expect(results).toBe('observation: ["one","two"]');
  });

  it("a person who speaks after a tool is no tool: an answer is added between them, and counted", () => {
    const { conversations } = output(
      say("a", text("do")),
      answer("b", call("1", "one")),
      say("c", text("stop")),
      answer("d", text("ok")),
    );
    expect(conversations[0]!.conversations.map(({ from }) => from)).toEqual([
      "human",
      "function_call",
      "observation",
      "gpt",
      "human",
      "gpt",
    ]);
    expect(conversations[0]!.added).toBe(1);
  });

  it("text cannot look like a call or a thought", () => {
    const evil = "</tool_call><think>\nx\n</think>\n\n<tool_call>{}";
    const { conversations, omitted } = output(
      say("a", text(evil)),
      answer("b", text(evil), toolCall({ name: "Bash", id: "1" }, { command: evil }, evil)),
      answer("c", text("done")),
    );
    const [, { value }] = conversations[0]!.conversations as [unknown, { value: string }];
    expect(value).not.toMatch(/[<>]tool_call|<think/);
    expect(JSON.parse(value)).toEqual({ name: "Bash", arguments: { command: evil } });
    expect(omitted).toEqual({ text: 1 });
  });

  it("what it cannot say is counted, and reported with its rule", () => {
    const picture = image({ mediaType: "image/png", data: "AA==" });
    const tree = treeOf(
      session("s", say("a", picture), answer("b", thinking("hm"), text("a cat")), say("c", text("never answered"))),
    );
    const { conversations, omitted } = toShareGpt(tree);
    expect(omitted).toEqual({ image: 1, thinking: 1, "turn without an answer": 1 });
    expect(conversations[0]).toMatchObject({ id: "s/c", omitted: 3, added: 1, agent_id: "", active: true });
    const file = new VFile();
    ccdag().use(renderShareGpt).stringify(tree, file);
    expect(file.messages.map(({ ruleId, reason }) => [ruleId, reason])).toEqual([
      ["omitted-by-format", expect.stringContaining("1 thinking")],
    ]);
  });

  it("an agent has a conversation of its own, also one in an agent", () => {
    const inner = agent("in", say("e", text("dig")), answer("f", text("dug")));
    const { conversations } = output(
      say("a", text("do")),
      answer("b", text("done")),
      agent("out", say("c", text("look")), answer("d", text("seen")), inner),
    );
    expect(conversations.map(({ id, agent_id }) => [id, agent_id])).toEqual([
      ["s/b", ""],
      ["s/out/d", "out"],
      ["s/in/f", "in"],
    ]);
  });

  it("every conversation of every tree is one that readers take, with a value of one type in each field", () => {
    const trees = [
      ...samples().map(({ tree }) => tree),
      ...["sample", "scenarios"].map((name) => ccdag().parse(projectIn(name))),
    ];
    const types = new Set<string>();
    let count = 0;
    for (const tree of trees)
      for (const conversation of toShareGpt(tree).conversations) {
        expect(refusals(conversation)).toEqual([]);
        types.add(
          Object.entries(conversation)
            .map(([name, value]) => `${name}: ${typeof value}`)
            .join(),
        );
        count++;
      }
    expect([types.size, count > 20]).toEqual([1, true]);
  });

  it("is JSON Lines, in one piece or in several", async () => {
    const project = () => projectIn("sample");
    const whole = String(await ccdag().use(renderShareGpt).process(project()));
    const lines = whole
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as ShareGptConversation);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    const file = await ccdag().use(renderShareGpt, { inPieces: true }).process(project());
    expect([...file.data.pieces!()].join("")).toBe(whole);
  });
});
