import { type FlowContent, type Message, type Notice, type Session, type ToolCall, walk } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { jsonl, read, readShape } from "./threads.ts";

type Json = Record<string, unknown>;
const flow = (...records: Json[]): FlowContent[] =>
  (read({ "s.jsonl": jsonl(...records) }).tree.children[0] as Session).children;
const messages = (...records: Json[]) => flow(...records).filter((node): node is Message => node.type === "message");
const user = (uuid: string, parentUuid: string | null, content: unknown, more: Json = {}): Json => ({
  type: "user",
  uuid,
  parentUuid,
  timestamp: "2026-01-01T00:00:00Z",
  message: { content },
  ...more,
});
const said = (uuid: string, parentUuid: string | null, id: string, ...content: Json[]): Json => ({
  type: "assistant",
  uuid,
  parentUuid,
  requestId: "r",
  message: { id, model: "claude", content, usage: { output_tokens: 3 } },
});
const use = (id: string): Json => ({ type: "tool_use", id, name: "Read", input: { file_path: id } });
const result = (id: string, content: unknown = "ok", more: Json = {}): Json => ({
  type: "tool_result",
  tool_use_id: id,
  content,
  ...more,
});

describe("toCcast", () => {
  it("C120: the entries of one API message are one message, with its results in its calls", () => {
    const output = messages(
      user("u", null, "go"),
      said("a1", "u", "m", { type: "thinking", thinking: "hm" }),
      said("a2", "a1", "m", { type: "text", text: "well" }),
      said("a3", "a2", "m", use("t1")),
      said("a4", "a3", "m", use("t2")),
      user("r1", "a3", [result("t1")]),
      user("r2", "a4", [result("t2", [{ type: "text", text: "two" }], { is_error: true })], {
        toolUseResult: { file: "x" },
      }),
      said("b", "r2", "m2", { type: "text", text: "done" }),
    );
    expect(output.map(({ uuids }) => uuids)).toEqual([["u"], ["a1", "a2", "a3", "a4"], ["b"]]);
    expect(output[1]).toMatchObject({
      usage: { output_tokens: 3 },
      requestId: "r",
      model: "claude",
      children: [
        { type: "thinking", value: "hm" },
        { type: "text", value: "well" },
        { type: "toolCall", id: "t1", result: { uuid: "r1" } },
        {
          type: "toolCall",
          id: "t2",
          result: { uuid: "r2", isError: true, structured: { file: "x" }, children: [{ type: "text", value: "two" }] },
        },
      ],
    });
  });

  it("a message is not joined across another message", () => {
    expect(
      messages(
        said("a1", null, "m", { type: "text", text: "1" }),
        user("u", "a1", "wait"),
        said("a2", "u", "m", { type: "text", text: "2" }),
      ).map(({ uuids }) => uuids),
    ).toEqual([["a1"], ["u"], ["a2"]]);
  });

  // The client continues in a new file when it sends a running session to the background.
  it("C121: a result answers the call at which the session before it ended, if its file begins with a copy of that one", () => {
    const at = (second: number, sessionId: string, record: Json): Json => ({
      ...record,
      sessionId,
      timestamp: new Date(Date.UTC(2026, 7, 3, 9, 0, second)).toISOString(),
    });
    const callOf = (...rest: Json[]) => {
      const files = { "a.jsonl": [user("u", null, "Dig"), said("a", "u", "m", use("t"))], "b.jsonl": rest };
      const { tree } = read({
        "a.jsonl": jsonl(...files["a.jsonl"].map((record, second) => at(second, "a", record))),
        "b.jsonl": jsonl(...rest.map((record, second) => at(second, "b", record))),
      });
      const calls: ToolCall[] = [];
      walk(tree, (node) => void (node.type === "toolCall" && calls.push(node)));
      return { calls, isLone: JSON.stringify(tree).includes('"toolUseId":"t"') };
    };
    const copy = [user("u", null, "Dig"), said("a", "u", "m", use("t"))];
    const isContinued = callOf(
      ...copy,
      user("r", "a", [result("t")]),
      said("b", "r", "m2", { type: "text", text: "Done." }),
    );
    expect(isContinued).toMatchObject({ calls: [{ result: { uuid: "r", data: { path: "b.jsonl" } } }], isLone: false });
    for (const other of [
      callOf(user("r", "a", [result("t")])),
      callOf(...copy, user("v", "a", "Look"), user("r", "v", [result("t")])),
      callOf(...copy, user("r", "a", [result("s")])),
    ]) {
      expect(other.calls).toHaveLength(1);
      expect(other.calls[0]).not.toHaveProperty("result");
    }
  });

  it("tools that the API ran are calls with results, whose blocks stand in the answer", () => {
    const page = { type: "web_search_result", title: "Dams", url: "https://a.example", encrypted_content: "x" };
    const [one, ...rest] = messages(
      said("a1", null, "m", { type: "server_tool_use", id: "t1", name: "advisor", input: {} }),
      said("a2", "a1", "m", {
        type: "advisor_tool_result",
        tool_use_id: "t1",
        content: { type: "advisor_result", text: "Look." },
      }),
      said(
        "a3",
        "a2",
        "m",
        { type: "server_tool_use", id: "t2", name: "web_search", input: { query: "dams" } },
        { type: "web_search_tool_result", tool_use_id: "t2", content: [page] },
        { type: "mcp_tool_use", id: "t3", name: "find", server_name: "maps", input: {} },
        { type: "mcp_tool_result", tool_use_id: "t3", is_error: true, content: [{ type: "text", text: "no" }] },
        { type: "web_fetch_tool_result", tool_use_id: "t9", content: { type: "x_error", error_code: "gone" } },
      ),
    );
    expect(rest).toEqual([]);
    expect(one).toMatchObject({
      uuids: ["a1", "a2", "a3"],
      children: [
        { type: "toolCall", id: "t1", name: "advisor", result: { children: [{ type: "text", value: "Look." }] } },
        {
          name: "web_search",
          result: { structured: [page], children: [{ type: "text", value: "Dams\nhttps://a.example" }] },
        },
        { name: "mcp__maps__find", result: { isError: true, children: [{ value: "no" }] } },
        { type: "toolResult", toolUseId: "t9", isError: true, children: [{ value: "gone" }] },
      ],
    });
    expect(JSON.stringify(one)).not.toContain('"structured":{"type":"advisor_result"');
  });

  it("an id that occurs twice is answered by the nearest call above", () => {
    const output = messages(
      said("a", null, "m1", use("t")),
      user("r1", "a", [result("t", "1")]),
      said("b", "r1", "m2", use("t")),
      user("r2", "b", [result("t", "2")]),
      user("r3", "r2", [result("t", "3")]),
    );
    expect(
      output.map(({ children }) => children.map((node) => (node.type === "toolCall" ? node.result!.uuid : node.type))),
    ).toEqual([["r1"], ["r2"], ["toolResult"]]);
  });

  it("C122: text of a user beside a result is a separate message, after the call", () => {
    expect(
      messages(said("a", null, "m", use("t")), user("r", "a", [result("t"), { type: "text", text: "and stop" }])),
    ).toMatchObject([{ uuids: ["a"] }, { uuid: "r", origin: "prompt", children: [{ value: "and stop" }] }]);
    expect(messages(user("r", null, [result("gone"), { type: "text", text: "beside" }]))).toMatchObject([
      { uuid: "r", children: [{ type: "toolResult", toolUseId: "gone" }, { value: "beside" }] },
    ]);
  });

  it.each([
    ["prompt", "human", "hi", {}],
    ["command", "human", "<command-name>/cost</command-name>", {}],
    ["command-output", "human", "<local-command-stdout>1</local-command-stdout>", {}],
    ["bash", "human", "<bash-input>ls</bash-input>", {}],
    ["interrupt", "human", "[Request interrupted by user]", {}],
    ["notification", "notification", "<task-notification>x</task-notification>", {}],
    ["teammate", "teammate", '<teammate-message teammate_id="bo">x</teammate-message>', {}],
    ["meta", "system", "whatever", { isMeta: true }],
    ["skill", "system", "body", { isMeta: true, sourceToolUseID: "t" }],
    ["hook", "hook", "<user-prompt-submit-hook>x</user-prompt-submit-hook>", {}],
  ])("a user entry of origin %s has the actor %s", (origin, actor, content, more) => {
    expect(messages(user("u", null, content, more))[0]).toMatchObject({ role: "user", origin, actor });
  });

  it("a synthetic answer of the client is marked", () => {
    const synthetic = {
      type: "assistant",
      uuid: "a",
      message: { model: "<synthetic>", content: "No response requested." },
    };
    expect(messages(synthetic)[0]).toMatchObject({ origin: "synthetic", actor: "assistant" });
    expect(messages({ ...synthetic, isApiErrorMessage: true })[0]).toMatchObject({ origin: "api-error" });
  });

  it("a queued command is a message where it was delivered; a local command of the system is one too", () => {
    const queued = {
      type: "attachment",
      uuid: "q",
      attachment: { type: "queued_command", commandMode: "prompt", prompt: [{ type: "text", text: "also" }] },
    };
    expect(messages(queued)[0]).toMatchObject({
      origin: "queued",
      actor: "human",
      uuid: "q",
      children: [{ value: "also" }],
    });
    const notified = {
      ...queued,
      attachment: { ...queued.attachment, commandMode: "task-notification", prompt: "done" },
    };
    expect(messages(notified)[0]).toMatchObject({ origin: "notification", actor: "notification" });
    const local = {
      type: "system",
      subtype: "local_command",
      uuid: "l",
      content: "<command-name>/context</command-name>",
    };
    expect(messages(local)[0]).toMatchObject({ origin: "command", actor: "human" });
    expect(messages({ ...local, content: "<local-command-stdout>ok</local-command-stdout>" })[0]).toMatchObject({
      origin: "command-output",
    });
  });

  it("queued text that no entry repeats is a message at its position; other queue records are bookkeeping", () => {
    const enqueue = (content: unknown): Json => ({
      type: "queue-operation",
      operation: "enqueue",
      timestamp: "2026-01-01T00:00:05Z",
      content,
    });
    const output = flow(
      enqueue("first"),
      user("u", null, "first"),
      enqueue("lost words"),
      enqueue("first"),
      enqueue("/cost"),
      user("c", "u", "<command-name>/cost</command-name>"),
      enqueue("<task-notification><task-id>b1</task-id><status>done</status></task-notification>"),
    );
    expect(
      output.map((node) => (node.type === "message" ? `${node.origin} ${node.uuid ?? node.id}` : node.type)),
    ).toEqual([
      "notice",
      "prompt u",
      "queued s.jsonl:3",
      "queued s.jsonl:4",
      "notice",
      "command c",
      "notification s.jsonl:7",
    ]);
    const alone = read({ "q.jsonl": jsonl(enqueue("only here")) }).tree;
    expect(alone.children).toMatchObject([{ type: "session", sessionId: "q", children: [{ origin: "queued" }] }]);
  });

  it("a shell line is queued without its tag; a message may hold several notifications that were queued one by one", () => {
    const enqueue = (content: string): Json => ({ type: "queue-operation", operation: "enqueue", content });
    const note = (task: string) => `<task-notification><task-id>${task}</task-id></task-notification>`;
    const output = flow(
      enqueue("echo <x"),
      user("b", null, "<bash-input>echo <x</bash-input>"),
      enqueue(note("t1")),
      enqueue(note("t2")),
      user("n", "b", `${note("t1")}\nRead the output.\n${note("t2")}`),
      enqueue(`Why ${note("t3")}`),
      user("p", "n", `Why ${note("t3")}`),
    );
    expect(output.map((node) => (node.type === "message" ? node.uuid : node.type))).toEqual(
      "notice b notice notice n notice p".split(" "),
    );
  });

  it("what a user took back from the queue was not said there", () => {
    const queue = (operation: string, content: string): Json => ({ type: "queue-operation", operation, content });
    const output = flow(
      user("u", null, "go"),
      queue("enqueue", "one"),
      queue("enqueue", "two"),
      queue("popAll", "one"),
      queue("popAll", "two"),
      user("p", "u", "one\ntwo"),
      queue("enqueue", "one"),
    );
    expect(output.map((node) => (node.type === "message" ? (node.uuid ?? node.origin) : node.type))).toEqual(
      "u notice notice notice notice p queued".split(" "),
    );
  });

  it("a queued notification that was delivered to an agent of the session is no message of the session; each matches once", () => {
    const note = (task: string) =>
      `<task-notification><task-id>${task}</task-id><status>done</status></task-notification>`;
    const enqueue = (task: string): Json => ({
      type: "queue-operation",
      operation: "enqueue",
      sessionId: "s",
      content: note(task),
    });
    const { tree } = read({
      "s.jsonl": jsonl(user("u", null, "go"), enqueue("b1"), enqueue("b1"), enqueue("b2")),
      "s/subagents/agent-a1.jsonl": jsonl({
        ...user("x", null, `[SYSTEM NOTIFICATION - NOT USER INPUT]\n\n${note("b1")}`),
        sessionId: "s",
        agentId: "a1",
        isSidechain: true,
        isMeta: true,
      }),
    });
    const shown: string[] = [];
    walk(tree, (node, above) => {
      if (node.type === "message" && node.origin === "notification" && above?.type === "session") shown.push(node.id!);
    });
    expect(shown).toEqual(["s.jsonl:3", "s.jsonl:4"]);
  });

  it("a message without a uuid is at its position, with its location as id", () => {
    const output = messages(
      user("u", null, "a"),
      { type: "user", message: { content: "no uuid" } },
      user("v", "u", "b"),
    );
    expect(output.map(({ uuid, id, uuids }) => [uuid ?? id, uuids.length])).toEqual([
      ["u", 1],
      ["s.jsonl:2", 0],
      ["v", 1],
    ]);
  });

  it("hooks, progress and bookkeeping are notices at their position, with the call they belong to", () => {
    const output = flow(
      { type: "mode", mode: "plan" },
      user("u", null, "a"),
      {
        type: "attachment",
        uuid: "h",
        parentUuid: "u",
        attachment: { type: "hook_success", toolUseID: "t", stdout: "ok" },
      },
      {
        type: "progress",
        uuid: "p",
        parentUuid: "h",
        toolUseID: "x",
        parentToolUseID: "t",
        data: { type: "agent_progress", message: {} },
      },
      { type: "system", subtype: "turn_duration", uuid: "d", parentUuid: "p", durationMs: 7 },
    );
    expect(output.map(({ type }) => type)).toEqual(["notice", "message", "notice", "notice", "notice"]);
    expect(
      output
        .filter((node): node is Notice => node.type === "notice")
        .map(({ entryType, subtype, toolUseId, value }) => [entryType, subtype, toolUseId, value]),
    ).toEqual([
      ["mode", undefined, undefined, "plan"],
      ["attachment", "hook_success", "t", "ok"],
      ["progress", "agent_progress", "t", undefined],
      ["system", "turn_duration", undefined, "7 ms"],
    ]);
  });

  it("unknown parts survive: a type, a subtype, a block, a field", () => {
    const output = flow(
      { type: "hologram", uuid: "x", glow: 1 },
      { type: "system", subtype: "novel", uuid: "y" },
      user("u", null, [{ type: "scent", of: "rain" }], { mood: "good" }),
    );
    expect(output).toMatchObject([
      {
        type: "notice",
        entryType: "hologram",
        value: '{"type":"hologram","uuid":"x","glow":1}',
        data: { unknown: { glow: 1 } },
      },
      { type: "notice", subtype: "novel", value: expect.stringContaining("novel") as string },
      {
        type: "message",
        data: { unknown: { mood: "good" } },
        children: [{ type: "unknown", blockType: "scent", raw: { type: "scent", of: "rain" } }],
      },
    ]);
  });

  it("every block has a node: text, thinking, images, documents", () => {
    const blocks = [
      { type: "redacted_thinking", data: "x" },
      { type: "image", source: { media_type: "image/png", data: "aGk=" } },
      { type: "image" },
      { type: "document", title: "t", source: { type: "url", url: "https://example.org/a.pdf" } },
      { type: "tool_use" },
    ];
    expect(
      messages({ type: "assistant", uuid: "a", message: { id: "m", content: blocks } })[0]!.children,
    ).toMatchObject([
      { type: "thinking", redacted: true },
      { type: "image", mediaType: "image/png", data: "aGk=" },
      { type: "image", mediaType: "image/*" },
      { type: "document", title: "t", url: "https://example.org/a.pdf" },
      { type: "toolCall", id: "", name: "unknown" },
    ]);
  });

  it("a block that no node of its type can hold stays as it is", () => {
    const blocks = [
      { type: "image", source: { type: "file", file_id: "f" } },
      { type: "document", source: { type: "content", content: "soil" } },
      { type: "document", title: "t", context: "from a book", source: { data: "JVBE" } },
      { type: "text", text: 7 },
      { type: "thinking", thinking: ["hm"] },
    ];
    const content = messages({ type: "assistant", uuid: "a", message: { id: "m", content: blocks } })[0]!.children;
    expect(content).toMatchObject(blocks.map((raw) => ({ type: "unknown", blockType: raw.type, raw })));
  });

  it("fields of a block that have no place stay with its node, also in a result", () => {
    const words = { type: "text", text: "so", citations: [{ cited_text: "soil" }] };
    const [said, asked] = messages(
      { type: "assistant", uuid: "a", message: { id: "m", content: [{ ...words, cache_control: {} }] } },
      {
        type: "user",
        uuid: "r",
        parentUuid: "a",
        message: { content: [{ type: "tool_result", tool_use_id: "t", content: [words], odd: 1 }] },
      },
    );
    const unknown = { citations: words.citations };
    expect(said!.children).toMatchObject([{ type: "text", value: "so", data: { path: "s.jsonl", unknown } }]);
    expect(asked!.children).toMatchObject([{ data: { unknown: { odd: 1 } }, children: [{ data: { unknown } }] }]);
  });

  it("a recorded result without a block stays with its message", () => {
    const [message] = messages(user("u", null, "hi", { toolUseResult: { rows: 1 } }));
    expect(message).toMatchObject({ data: { unknown: { toolUseResult: { rows: 1 } } } });
  });

  it("fields of an answer in several entries stay with their own content", () => {
    const answer = (uuid: string, content: unknown, more: object) => ({
      type: "assistant",
      uuid,
      parentUuid: null,
      message: { id: "m", content },
      ...more,
    });
    const image = (data: string) => ({ type: "image", source: { data } });
    const found = messages(
      answer("a", "a", { mood: "good" }),
      answer("b", [image("aGk="), { type: "text", text: "b" }], { mood: "bad" }),
      answer("c", [image("aG8=")], { mood: "fair" }),
    );
    const [first, alone] = found;
    expect([first!.data?.unknown, alone!.data?.unknown]).toEqual([{ mood: "good" }, { mood: "fair" }]);
    expect(first!.children).toMatchObject([{ value: "a" }, { data: "aGk=" }, { data: { unknown: { mood: "bad" } } }]);
  });

  it("every node has its file and line", () => {
    const [message] = messages({ type: "mode" }, user("u", null, "hi"));
    const columns = JSON.stringify(user("u", null, "hi")).length + 1;
    expect(message).toMatchObject({
      position: { start: { line: 2, column: 1 }, end: { line: 2, column: columns } },
      data: { path: "s.jsonl" },
    });
    expect(message!.children[0]).toMatchObject({ position: { start: { line: 2 } }, data: { path: "s.jsonl" } });
  });

  it("R001: a session node has what is known about the session", () => {
    const { tree } = read({
      "s.jsonl": jsonl(user("u", null, "a", { cwd: "/home/app", gitBranch: "main", version: "2.1.329" })),
    });
    expect(tree.children[0]).toMatchObject({
      type: "session",
      sessionId: "s",
      cwd: "/home/app",
      gitBranch: "main",
      version: "2.1.329",
    });
  });

  it("branches come after the message that they leave from, and link back to it", () => {
    const { tree } = readShape("U1 ─ A1 ─ S1 ┬ U2 ─ A2\n             └          U3 ─ A3@9");
    const [first, second, ...rest] = (tree.children[0] as Session).children;
    expect([first!.type, second!.type, ...rest.map(({ type }) => type)]).toEqual([
      "message",
      "message",
      "notice",
      "branch",
      "branch",
    ]);
    expect(second).toMatchObject({
      uuid: "A1",
      junctions: [
        { uuid: "U2", branch: "U2" },
        { uuid: "U3", branch: "U3" },
      ],
    });
    expect(rest.slice(1)).toMatchObject([
      { uuid: "U2", rule: "rewind", from: { uuid: "A1", sessionId: "s1" } },
      { uuid: "U3", active: true, from: { uuid: "A1" } },
    ]);
    const again = (readShape("U1 ─ A1\nU3@8 ─ A3@9").tree.children[0] as Session).children;
    expect(again).toMatchObject([
      { type: "branch", from: null },
      { type: "branch", from: null, active: true },
    ]);
  });
});
