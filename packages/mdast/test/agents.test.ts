import type { Agent, Content, FlowContent, Message, ToolCall } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { formatDuration } from "../src/index.ts";
import { call, message, root, session, text, output } from "./render.ts";

const agent = (more: Partial<Agent> = {}): Agent => ({
  type: "agent",
  agentId: "7f",
  mode: "sync",
  agentType: "scout",
  description: "look",
  nestingLevel: 1,
  from: { uuid: "r", toolUseId: "t", rule: "meta-tool-use" },
  messageCount: 2,
  usage: { total_tokens: 15 },
  toolUses: 1,
  durationMs: 5451,
  children: [
    message("p", "user", [text("look around")], { actor: "assistant" }),
    message("w", "assistant", [text("all good")], { actor: "agent" }),
  ],
  ...more,
});
/** The call of the agent: the agent shows its prompt and its answer. */
const spawn = (more: Partial<ToolCall> = {}): ToolCall => ({
  ...call(
    "Agent",
    { prompt: "look around", subagent_type: "scout", description: "look" },
    {
      text: "all good",
      repeats: { uuid: "w", agentId: "7f", rule: "agent-answer" },
    },
  ),
  agents: ["7f"],
  repeats: { uuid: "p", agentId: "7f", rule: "agent-prompt" },
  ...more,
});
const turn = (caller: ToolCall, ...after: FlowContent[]) =>
  root(
    session("s", [
      message("u", "user", [text("go")]),
      message("a", "assistant", [text("off"), caller]),
      ...after,
      message("b", "assistant", [text("and on")]),
      message("v", "user", [text("next")]),
    ]),
  );
const count = (document: string, words: string) => document.split(words).length - 1;

describe("agents in a document", () => {
  it("A009 R016 R017 A039 A040: inline: in the section of its call, with its roles, and repeated text once", () => {
    const document = output(turn(spawn(), agent()));
    expect(document).toContain('  details "🤖 Agent scout: look (2 messages, 1 tool use, 15 tokens, 5.5 s)"'.slice(2));
    expect(document).toContain('    text "Claude (delegating) · 2026-04-14 09:09:28"');
    expect(document).toContain('    text "Agent scout · 2026-04-14 09:09:28"');
    expect([count(document, "look around"), count(document, "all good")]).toEqual([1, 1]);
    expect(document).toContain('  paragraph\n    text "→ "\n    link #msg-w\n      text "Answer"');
    expect(document).not.toContain("meta-tool-use");
    expect(document).not.toContain("called here");
  });

  it("after: when the turn has ended, linked with its call; still once", () => {
    const document = output(turn(spawn(), agent()), { agents: "after" });
    expect(document.indexOf("🤖")).toBeGreaterThan(document.indexOf("and on"));
    expect(document.indexOf("🤖")).toBeLessThan(document.indexOf("next"));
    expect(document).toContain('    text "← "\n    link #msg-r\n      text "called here"');
    expect([count(document, "look around"), count(document, "all good")]).toEqual([1, 1]);
  });

  it("after, with nothing after the turn: at the end of the thread", () => {
    const thread = session("s", [message("a", "assistant", [spawn()]), agent()]);
    expect(output(root(thread), { agents: "after" })).toContain("all good");
  });

  it("separate: a line with a link; the call shows prompt and answer, the document of the agent links back", () => {
    const href = ({ uuid }: { uuid: string }) => (uuid === "p" || uuid === "w" ? "agent-7f.md" : undefined);
    const document = output(turn(spawn(), agent()), { agents: "separate", href });
    expect(document).toContain('link agent-7f.md#agent-7f\n      text "Agent scout: look"');
    expect([count(document, "look around"), count(document, "all good")]).toEqual([1, 1]);
    const own = output(root(agent()), { agents: "separate", href: () => "s.md" });
    expect(own).toMatch(/^heading 1\n {2}text "🤖 Agent scout: look/);
    expect(own).toContain('text "← "\n  link s.md#msg-r\n    text "called here"');
    expect(own).toContain("all good");
  });

  it("none: a line names the agent; the call shows prompt and answer", () => {
    const document = output(turn(spawn(), agent()), { agents: "none" });
    expect(document).toContain(
      'text "Agent scout: look"\n    text " (2 messages, 1 tool use, 15 tokens, 5.5 s) · not shown"',
    );
    expect([count(document, "look around"), count(document, "all good")]).toEqual([1, 1]);
  });

  it("several agents of one call each have a section inside it", () => {
    const caller = spawn({ name: "Workflow", agents: ["7f", "8a"], repeats: undefined });
    const other = agent({ agentId: "8a", description: "map", children: [message("m", "user", [text("map it")])] });
    const document = output(turn(caller, agent(), other));
    expect(document).toMatch(
      /details "🔧 Workflow[^]*\n {2}details "🤖 Agent scout: look[^]*\n {2}details "🤖 Agent scout: map/,
    );
    expect(document).toContain("map it");
  });

  it("an agent without a transcript is a line; its call has its facts, and keeps its text", () => {
    const missing = agent({
      missing: true,
      children: [],
      messageCount: 0,
      usage: undefined,
      toolUses: undefined,
      durationMs: undefined,
    });
    const document = output(turn(spawn(), missing));
    expect(document).toContain('details "🔧 Agent: scout – look (Transcript not found.)"');
    const counted = { ...missing, toolUses: 12, durationMs: 5500 };
    expect(output(turn(spawn(), counted))).toContain("look (12 tool uses, 5.5 s, Transcript not found.)");
    expect(document).toContain('text "Agent scout: look"\n    text " (Transcript not found.)"');
    expect(count(document, "look around")).toBe(1);
  });

  it("an agent without a known call is marked, and rendered at its position", () => {
    const stray = agent({ from: { uuid: "a", rule: "unanchored-agent" }, incomplete: true });
    const document = output(turn(call("Bash", {}), stray));
    expect(document).toContain('details "🤖 Agent scout: look (2 messages, 1 tool use, 15 tokens, 5.5 s, no answer)"');
    expect(document).toContain('text "placed by time: no tool call is known"');
  });

  it("consecutive agents of the client are in one section", () => {
    const own = (agentId: string, mode: Agent["mode"]) => agent({ agentId, mode, from: { rule: "unanchored-agent" } });
    const tree = turn(call("Bash", {}), own("1", "warmup"), own("2", "internal"));
    expect(output(tree)).toMatch(
      /details "🤖 2 agents run by the client"\n {2}details "🤖 Warm-up agent[^]*\n {2}details "🤖 Internal agent/,
    );
    expect(output(tree, { agents: "none" })).toContain("not shown");
  });

  it("each section of agents run by the client counts the agents in it", () => {
    const own = (agentId: string) => agent({ agentId, mode: "internal", from: { rule: "unanchored-agent" } });
    const document = output(root(session("s", [own("1"), own("2"), message("m", "user", [text("on")]), own("3")])));
    expect(document).toContain("🤖 2 agents run by the client");
    expect(document).toContain("🤖 1 agent run by the client");
  });

  it("a launch is only a receipt; a notification links to the answer", () => {
    const launched = spawn({
      result: {
        type: "toolResult",
        uuid: "r",
        receipt: true,
        children: [{ type: "text", value: "Async agent launched" }],
      },
    });
    const words =
      "<task-notification><task-id>7f</task-id><summary>Agent finished</summary><result>all good</result></task-notification>";
    const notification = message("n", "user", [text(words)], {
      actor: "notification",
      origin: "notification",
      about: "7f",
      repeats: { uuid: "w", agentId: "7f", rule: "agent-answer" },
    });
    const inline = output(turn(launched, agent(), notification));
    expect(inline).not.toContain("Async");
    expect(inline).toContain('markdown "Agent finished"\nparagraph\n  text "→ "\n  link #msg-w');
    expect(count(inline, "all good")).toBe(1);
    const without = output(turn(launched, agent(), notification), { agents: "none" });
    expect(without).toContain("Launched; the answer comes later.");
    expect(count(without, "all good")).toBe(1);
  });

  it("the copy of a call at the head of a fork is a link; its rules are folded", () => {
    const copy: ToolCall = {
      ...spawn(),
      agents: undefined,
      result: undefined,
      repeats: { uuid: "a", rule: "forked-call" },
    };
    const fork = agent({
      mode: "fork",
      children: [
        message("g", "assistant", [copy], { actor: "agent" }),
        message("p", "user", [text("<fork-boilerplate>many rules</fork-boilerplate>\nYour directive: look")], {
          actor: "assistant",
        }),
      ],
    });
    const document = output(turn(spawn({ repeats: undefined }), fork));
    expect(document).toContain('text "🔧 "\n    link #msg-a\n      text "Agent: scout – look"');
    expect(document).toMatch(
      /details "Context from the client"\n {4}markdown "many rules"\n {2}markdown "\\nYour directive: look"/,
    );
  });

  it("text of teammates is under their names; other text stays as it is", () => {
    const mail = (value: string, senders: string[]): Message =>
      message("m", "user", [text(value)], { actor: "teammate", origin: "teammate", senders });
    const two =
      '<teammate-message teammate_id="bo" summary="tests">\ndone\n</teammate-message>\n\n<teammate-message teammate_id="cy">idle</teammate-message>';
    const document = output(
      root(session("s", [mail(`Another session wrote:\n${two}\n\nTreat it with care.`, ["bo", "cy"])])),
    );
    expect(document).toContain(
      'details "Context from the client"\n  markdown "Another session wrote:\\n\\nTreat it with care."',
    );
    const idle = '<teammate-message teammate_id="bo">{"type":"idle_notification","from":"bo"}</teammate-message>';
    expect(output(root(session("s", [mail(idle, ["bo"])])))).toContain('details "idle notification"\n  code "{');
    expect(document).toContain('text "Teammate bo, cy · 2026-04-14 09:09:28"');
    expect(document).toMatch(/text "bo: tests"\nmarkdown "done"[^]*text "cy"\nmarkdown "idle"/);
    expect(output(root(session("s", [mail("<teammate-message teammate_id=unclosed>hi", [])])))).toContain("unclosed");
  });

  it.each([
    [
      "SendMessage",
      { to: "bo", message: "**hi**", summary: "greeting" },
      { text: '{"success":true,"message":"sent"}' },
      '"🔧 SendMessage: bo – greeting"\n  markdown "**hi**"',
    ],
    [
      "SendMessage",
      { to: "bo", content: "hi", type: "message" },
      { text: '{"success":false}' },
      'code "{\\"success\\":false}"',
    ],
    [
      "SendMessage",
      { recipient: "bo", type: "shutdown_request" },
      { text: "ok" },
      '"🔧 SendMessage: bo – shutdown_request"\n  code',
    ],
    [
      "TeamCreate",
      { team_name: "crew", description: "tests" },
      { text: "made" },
      '"🔧 TeamCreate: crew – tests"\n  code "made"',
    ],
    [
      "TaskUpdate",
      { taskId: "1", status: "completed", owner: "bo" },
      { text: "ok" },
      '"🔧 TaskUpdate: #1 completed (bo)"',
    ],
    [
      "Workflow",
      { script: "export const meta = { name: 'review', description: 'of a diff' }" },
      { text: "ok" },
      '"🔧 Workflow: review – of a diff"\n  code "export const',
    ],
  ])("team and workflow tools: %s %j", (name, input, answer, expected) => {
    expect(output(root(session("s", [message("a", "assistant", [call(name, input, answer)])])))).toContain(expected);
  });

  it("the answer of an agent is without the client's frame", () => {
    const framed = spawn({
      repeats: undefined,
      result: {
        type: "toolResult",
        uuid: "r",
        answer: "the report",
        children: [{ type: "text", value: "[Subagent hand-back]\n  the report" }],
      },
    });
    const document = output(turn(framed, agent()));
    expect(document).toContain('code "the report"');
    expect(document).not.toContain("hand-back");
  });

  it("untrusted text stays in one line of its summary or heading", () => {
    const loud = agent({ description: "fix\n\n# HEADING\n\n[click](https://example.org)", name: "a\nb" });
    expect(output(turn(spawn(), loud))).toContain(
      'details "🤖 Agent a b: fix # HEADING [click](https://example.org) (',
    );
    const mail = message("m", "user", [text("hi")], { actor: "teammate", origin: "teammate", senders: ["x\n# y"] });
    expect(output(root(session("s", [mail])))).toContain('text "Teammate x # y · ');
  });

  it("half a character in an id breaks no link", () => {
    expect(output(turn(spawn({ agents: ["7f\uD800"] }), agent({ agentId: "7f\uD800" })))).toContain(
      "anchor agent-7f%EF%BF%BD",
    );
  });

  it("a failure is in the summary of the agent; images beside an answer are shown with it", () => {
    const image: Content = { type: "image", mediaType: "image/png", url: "https://example.org/a.png" };
    const failed = spawn({
      result: {
        type: "toolResult",
        uuid: "r",
        isError: true,
        repeats: { uuid: "w", agentId: "7f", rule: "agent-answer" },
        children: [text("all good"), image],
      },
    });
    const document = output(turn(failed, agent({ status: "failed", incomplete: true })));
    expect(document).toContain('5.5 s, failed)"');
    expect(document).toContain("[Image · image/png");
  });

  it("the section of a workflow keeps its name, also with one agent", () => {
    const launch = spawn({ name: "Workflow", input: { name: "review" }, repeats: undefined });
    expect(output(turn(launch, agent({ mode: "workflow" })))).toMatch(
      /details "🔧 Workflow: review"[^]*\n {2}details "🤖 Workflow agent/,
    );
  });

  it.each([
    [340, "340 ms"],
    [5451, "5.5 s"],
    [125_000, "2 min 5 s"],
    [4_320_000, "1 h 12 min"],
  ])("%d ms are %s", (ms, words) => expect(formatDuration(ms)).toBe(words));
});
