import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import schema from "../schema.json" with { type: "json" };
import type { Account } from "../src/account.ts";
import type { Actor, AgentMode, BranchRule, Message, Nodes, Origin, Reference, Root } from "../src/types.ts";

type Json = Record<string, unknown>;
type Sample<T extends Nodes["type"]> = Required<Extract<Nodes, { type: T }>>;

const validate = new Ajv2020({ strictTypes: true, strictTuples: true, allErrors: true }).compile(schema);

/** The faults of a value, one string per error; errors of `if` only repeat those of its `then`. */
function faults(value: unknown): string[] {
  validate(value);
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== "if");
  return errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const nothing: Account = { lines: 0, placed: 0, hidden: 0, folded: [], bookkeeping: [], malformed: [], recovered: [] };
const ccdag = { schemaVersion: 2, generator: "@ccdag/render-json" };
const envelope = (...children: unknown[]) => ({ ccdag, tree: { type: "root", children }, account: nothing });
const inMessage = (...children: unknown[]) => envelope({ ...samples.message, children });

const position = { start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 9 } };
const data = { path: "s.jsonl", unknown: { slug: "a-b-c" } };
const common = { position, data, hidden: { thinking: 2 } };
const reference: Required<Reference> = { uuid: "u1", sessionId: "s", branch: "u1", agentId: "a" };
const usage = { input_tokens: 1, service_tier: "standard" };
const timestamp = 1_767_225_600_000;

/** A node of every type with every field that the types have: a new type or field does not compile until it is here. */
const samples: { [T in Nodes["type"]]: Sample<T> } = {
  root: {
    type: "root",
    order: "kahn",
    threads: [{ thread: reference, head: { type: "session", sessionId: "s", children: [] } }],
    children: [],
    ...common,
  },
  session: {
    type: "session",
    sessionId: "s",
    title: "Title",
    cwd: "/app",
    gitBranch: "main",
    client: "claude-code",
    version: "2.1.0",
    pulls: [{ url: "https://host.io/a/b/pull/1", number: 1, repository: "a/b" }],
    from: reference,
    children: [],
    ...common,
  },
  branch: { type: "branch", uuid: "u1", rule: "rewind", from: reference, active: true, children: [], ...common },
  agent: {
    type: "agent",
    agentId: "a",
    mode: "sync",
    name: "Ada",
    agentType: "Explore",
    description: "look around",
    nestingLevel: 1,
    from: { uuid: "u1", toolUseId: "t", rule: "tool-use-result" },
    missing: true,
    incomplete: true,
    status: "killed",
    messageCount: 0,
    startedAt: timestamp,
    endedAt: timestamp,
    usage,
    calls: [{ uuid: "u2", messageId: "m2", requestId: "r2", model: "claude", timestamp, usage }],
    toolUses: 3,
    durationMs: 12,
    continues: reference,
    worktree: "/app-2",
    team: "reds",
    children: [],
    ...common,
  },
  message: {
    type: "message",
    role: "assistant",
    actor: "assistant",
    origin: "reply",
    uuid: "u1",
    id: "s.jsonl:1",
    uuids: ["u1", "u2"],
    timestamp,
    model: "claude",
    usage,
    requestId: "r",
    messageId: "msg_1",
    resumed: true,
    senders: ["bo"],
    about: "a",
    repeats: { ...reference, rule: "agent-answer" },
    junctions: [reference],
    alsoIn: [reference],
    thread: reference,
    children: [],
    ...common,
  },
  compaction: {
    type: "compaction",
    uuid: "u1",
    id: "p:1",
    uuids: ["u1", "u2"],
    timestamp,
    durationMs: 12,
    trigger: "auto",
    preTokens: 9,
    postTokens: 1,
    preserved: [reference],
    thread: reference,
    children: [],
    ...common,
  },
  notice: {
    type: "notice",
    entryType: "attachment",
    subtype: "hook",
    uuid: "u1",
    timestamp,
    toolUseId: "t",
    resumed: true,
    value: "ok",
    structured: { type: "attachment" },
    thread: reference,
    ...common,
  },
  text: { type: "text", value: "hi", context: "ide_opened_file", position, data },
  thinking: { type: "thinking", value: "", redacted: true, position, data },
  image: {
    type: "image",
    mediaType: "image/png",
    redacted: true,
    data: "iVBO",
    url: "https://example.org/a.png",
    path: "a.jsonl",
    position,
  },
  document: {
    type: "document",
    mediaType: "text/plain",
    redacted: true,
    title: "T",
    data: "aGk=",
    url: "file:///a",
    path: "a.jsonl",
    position,
  },
  toolCall: {
    type: "toolCall",
    id: "t",
    name: "Bash",
    input: { command: "ls" },
    result: { type: "toolResult", children: [] },
    agents: ["a"],
    repeats: { ...reference, rule: "agent-prompt" },
    ...common,
  },
  toolResult: {
    type: "toolResult",
    uuid: "u1",
    toolUseId: "t",
    timestamp,
    isError: true,
    structured: ["any", { thing: 1 }],
    whole: "all of it",
    repeats: { ...reference, rule: "agent-answer" },
    answer: "found it",
    feedback: "rather not",
    receipt: true,
    children: [],
    ...common,
  },
  unknown: { type: "unknown", blockType: "poll", raw: null, ...common },
};

const flow = ["session", "branch", "agent", "message", "compaction", "notice"] as const;
const content = ["text", "thinking", "image", "document", "toolCall", "toolResult", "unknown"] as const;
const definitions: Record<string, Json> = schema.$defs;

/** The fields that a definition knows, with those of the definitions that it builds on. */
function fieldsOf(name: string): string[] {
  const { properties, $ref } = definitions[name] ?? {};
  const below = typeof $ref === "string" ? fieldsOf($ref.replace("#/$defs/", "")) : [];
  return [...below, ...Object.keys(Object(properties))];
}

describe("the schema", () => {
  it("describes every definition", () => {
    const isSilent = (name: string) => !/^[A-Z].*\.$/.test(String(definitions[name]?.["description"]));
    expect(Object.keys(definitions).filter(isSilent)).toEqual([]);
  });

  for (const [type, sample] of Object.entries(samples))
    it(`has ${type} with every field of the types`, () => {
      expect(definitions[type]).toMatchObject({ properties: { type: { const: type } } });
      expect(fieldsOf(type)).toEqual(expect.arrayContaining(Object.keys(sample)));
    });

  it("has every field of a reference and of the account", () => {
    expect(fieldsOf("reference")).toEqual(Object.keys(reference));
    expect(fieldsOf("account")).toEqual(Object.keys(nothing));
  });

  const rules: Record<BranchRule, true> = { rewind: true, "resume-at": true, "concurrent-resume": true, draft: true };
  const modes: Record<AgentMode, true> = {
    sync: true,
    background: true,
    teammate: true,
    fork: true,
    inline: true,
    workflow: true,
    internal: true,
    warmup: true,
  };
  const roles: Record<Message["role"], true> = { user: true, assistant: true, system: true };
  const actors: Record<Actor, true> = {
    human: true,
    assistant: true,
    agent: true,
    teammate: true,
    hook: true,
    notification: true,
    system: true,
  };
  const origins: Record<Origin, true> = {
    prompt: true,
    command: true,
    "command-output": true,
    bash: true,
    "bash-output": true,
    interrupt: true,
    notification: true,
    teammate: true,
    "compact-summary": true,
    meta: true,
    queued: true,
    memory: true,
    hook: true,
    skill: true,
    steering: true,
    reply: true,
    synthetic: true,
    "api-error": true,
    scheduled: true,
    channel: true,
    peer: true,
    coordinator: true,
  };

  for (const [name, values] of Object.entries({
    branchRule: rules,
    agentMode: modes,
    role: roles,
    actor: actors,
    origin: origins,
  }))
    it(`has each ${name} of the types, and no other`, () => {
      expect(definitions[name]?.["enum"]).toEqual(Object.keys(values));
    });
});

describe("values that the schema accepts", () => {
  it("accepts the smallest envelope", () => {
    expect(faults(envelope())).toEqual([]);
  });

  it("accepts a tree with every type and every field of the types", () => {
    const tree: Root = {
      ...samples.root,
      children: [
        { ...samples.session, children: flow.map((type) => samples[type]) },
        { ...samples.message, children: content.map((type) => samples[type]) },
        { ...samples.compaction, children: [{ ...samples.toolResult, children: [samples.text, samples.image] }] },
      ],
    };
    const account: Account = {
      lines: 3,
      placed: 0,
      hidden: 0,
      folded: [{ path: "s.jsonl", line: 1, uuid: "u1", into: "u2", rule: "replayed-uuid" }],
      bookkeeping: [{ path: "s.jsonl", line: 2, type: "mode" }],
      malformed: [{ path: "s.jsonl", line: 3, lost: 2 }],
      recovered: [{ path: "s.jsonl", line: 3, column: 7 }],
    };
    expect(faults({ ccdag, tree, account })).toEqual([]);
  });

  const accepted: Array<[what: string, value: unknown]> = [
    ["a node of an unknown type in a thread", envelope({ type: "poll", question: "?" })],
    ["a node of an unknown type in a message", inMessage({ type: "poll", data: "any", children: [samples.text] })],
    ["any node below a node of an unknown type", envelope({ type: "poll", children: [samples.message, samples.text] })],
    ["fields that were added", { ...envelope({ ...samples.session, mood: "good" }), more: 1 }],
    ["a branch that is a second beginning", envelope({ ...samples.branch, from: null })],
    ["a message without a uuid that has an id", envelope({ ...without(samples.message, "uuid"), uuids: [] })],
    ["any input of a call", inMessage({ ...samples.toolCall, input: null }, { ...samples.toolCall, input: [1] })],
  ];

  for (const [what, value] of accepted)
    it(`accepts ${what}`, () => {
      expect(faults(value)).toEqual([]);
    });
});

describe("values that the schema rejects, with the path and the reason", () => {
  const first = "/tree/children/0";
  const block = `${first}/children/0`;
  const refused: Array<[what: string, value: unknown, fault: string]> = [
    ["an array", [], " must be object"],
    ["no header", without(envelope(), "ccdag"), " must have required property 'ccdag'"],
    ["no account", without(envelope(), "account"), " must have required property 'account'"],
    ["no tree", without(envelope(), "tree"), " must have required property 'tree'"],
    [
      "another version",
      { ...envelope(), ccdag: { ...ccdag, schemaVersion: 3 } },
      "/ccdag/schemaVersion must be equal to constant",
    ],
    ["a tree that is not a root", { ...envelope(), tree: samples.session }, "/tree/type must be equal to constant"],
    [
      "a root without children",
      { ...envelope(), tree: { type: "root" } },
      "/tree must have required property 'children'",
    ],
    ["a node without a type", envelope({ value: "hi" }), `${first} must have required property 'type'`],
    ["a node that is not an object", inMessage("hi"), `${block} must be object`],
    ["content in a thread", envelope(samples.text), `${first}/type must NOT be valid`],
    ["a message in a message", inMessage(samples.message), `${block}/type must NOT be valid`],
    ["a root in the tree", envelope(samples.root), `${first}/type must NOT be valid`],
    [
      "a session without an id",
      envelope(without(samples.session, "sessionId")),
      `${first} must have required property 'sessionId'`,
    ],
    [
      "a branch without a rule",
      envelope(without(samples.branch, "rule")),
      `${first} must have required property 'rule'`,
    ],
    [
      "a branch without `from`",
      envelope(without(samples.branch, "from")),
      `${first} must have required property 'from'`,
    ],
    [
      "a branch whose `from` has no uuid",
      envelope({ ...samples.branch, from: {} }),
      `${first}/from must have required property 'uuid'`,
    ],
    [
      "an unknown rule",
      envelope({ ...samples.branch, rule: "whim" }),
      `${first}/rule must be equal to one of the allowed values`,
    ],
    ["`active: false`", envelope({ ...samples.branch, active: false }), `${first}/active must be equal to constant`],
    [
      "an unknown mode",
      envelope({ ...samples.agent, mode: "async" }),
      `${first}/mode must be equal to one of the allowed values`,
    ],
    ["an agent at level 0", envelope({ ...samples.agent, nestingLevel: 0 }), `${first}/nestingLevel must be >= 1`],
    [
      "an agent whose `from` has no rule",
      envelope({ ...samples.agent, from: {} }),
      `${first}/from must have required property 'rule'`,
    ],
    [
      "a wrong role",
      envelope({ ...samples.message, role: "tool" }),
      `${first}/role must be equal to one of the allowed values`,
    ],
    [
      "a wrong actor",
      envelope({ ...samples.message, actor: "user" }),
      `${first}/actor must be equal to one of the allowed values`,
    ],
    [
      "a wrong origin",
      envelope({ ...samples.message, origin: "chat" }),
      `${first}/origin must be equal to one of the allowed values`,
    ],
    [
      "a message with neither uuid nor id",
      envelope(without(without(samples.message, "uuid"), "id")),
      `${first} must have required property 'uuid'`,
    ],
    [
      "a message without uuids",
      envelope(without(samples.message, "uuids")),
      `${first} must have required property 'uuids'`,
    ],
    [
      "a timestamp that is a string",
      envelope({ ...samples.message, timestamp: "2026" }),
      `${first}/timestamp must be number`,
    ],
    [
      "a junction without a uuid",
      envelope({ ...samples.message, junctions: [{}] }),
      `${first}/junctions/0 must have required property 'uuid'`,
    ],
    [
      "a compaction without a list of its entries",
      envelope(without(samples.compaction, "uuids")),
      `${first} must have required property 'uuids'`,
    ],
    [
      "a notice without an entry type",
      envelope(without(samples.notice, "entryType")),
      `${first} must have required property 'entryType'`,
    ],
    [
      "a text without a value",
      inMessage(without(samples.text, "value")),
      `${block} must have required property 'value'`,
    ],
    [
      "thinking without a value",
      inMessage(without(samples.thinking, "value")),
      `${block} must have required property 'value'`,
    ],
    [
      "an image without a media type",
      inMessage(without(samples.image, "mediaType")),
      `${block} must have required property 'mediaType'`,
    ],
    ["an image whose data is not a string", inMessage({ ...samples.image, data }), `${block}/data must be string`],
    [
      "a document without a media type",
      inMessage(without(samples.document, "mediaType")),
      `${block} must have required property 'mediaType'`,
    ],
    ["a call without an id", inMessage(without(samples.toolCall, "id")), `${block} must have required property 'id'`],
    [
      "a call without input",
      inMessage(without(samples.toolCall, "input")),
      `${block} must have required property 'input'`,
    ],
    [
      "a call whose result is a text",
      inMessage({ ...samples.toolCall, result: samples.text }),
      `${block}/result/type must be equal to constant`,
    ],
    [
      "a result without children",
      inMessage(without(samples.toolResult, "children")),
      `${block} must have required property 'children'`,
    ],
    [
      "an unknown block without its record",
      inMessage(without(samples.unknown, "raw")),
      `${block} must have required property 'raw'`,
    ],
    [
      "a wrong node of a known type below one of an unknown type",
      envelope({ type: "poll", children: [{ type: "text" }] }),
      `${block} must have required property 'value'`,
    ],
    ["line 0", envelope(withPosition({ line: 0, column: 1 })), `${first}/position/start/line must be >= 1`],
    ["column 0", envelope(withPosition({ line: 1, column: 0 })), `${first}/position/start/column must be >= 1`],
    ["line 1.5", envelope(withPosition({ line: 1.5, column: 1 })), `${first}/position/start/line must be integer`],
    [
      "a position without an end",
      envelope({ ...samples.notice, position: { start: position.start } }),
      `${first}/position must have required property 'end'`,
    ],
    [
      "a path that is not a string",
      envelope({ ...samples.notice, data: { path: 1 } }),
      `${first}/data/path must be string`,
    ],
    [
      "a count of hidden nodes that is a string",
      envelope({ ...samples.notice, hidden: { text: "2" } }),
      `${first}/hidden/text must be integer`,
    ],
    [
      "a negative number of lines",
      { ...envelope(), account: { ...nothing, lines: -1 } },
      "/account/lines must be >= 0",
    ],
    [
      "an account without `placed`",
      { ...envelope(), account: without(nothing, "placed") },
      "/account must have required property 'placed'",
    ],
    [
      "a folded line without a rule",
      { ...envelope(), account: { ...nothing, folded: [{ path: "s.jsonl", line: 1, uuid: "u1", into: "u2" }] } },
      "/account/folded/0 must have required property 'rule'",
    ],
    [
      "a record without a location",
      { ...envelope(), account: { ...nothing, bookkeeping: [{ type: "mode" }] } },
      "/account/bookkeeping/0 must have required property 'line'",
    ],
    [
      "a malformed line that is a number",
      { ...envelope(), account: { ...nothing, malformed: [3] } },
      "/account/malformed/0 must be object",
    ],
  ];

  for (const [what, value, fault] of refused)
    it(`rejects ${what}`, () => {
      expect(faults(value)).toContain(fault);
      expect(faults(value).length).toBeLessThan(4);
    });
});

function without(object: object, field: string): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== field));
}

function withPosition(start: unknown): Json {
  return { ...samples.notice, position: { start, end: position.end } };
}
