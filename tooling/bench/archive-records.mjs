// The records of one generated session: prompts, thinking, tools, images, agents, hooks, compactions and rewinds, in about
// the mix of real sessions.
import { callFrom, textsOf } from "./archive-texts.mjs";

/** The time of a session, which its transcripts share. */
class Clock {
  constructor(begin, random) {
    this.now = begin;
    this.random = random;
  }

  tick() {
    this.now += this.random.between(200, 9000);
    return new Date(this.now).toISOString();
  }
}

/** Writes the records of one file; each is below the one before it unless a parent is given. */
class Transcript {
  lines = [];
  bytes = 0;
  last = null;

  constructor(common, clock, random) {
    this.common = common;
    this.clock = clock;
    this.random = random;
  }

  add(type, fields, parent = this.last) {
    const uuid = this.random.uuid();
    const record = { parentUuid: parent, isSidechain: false, userType: "external", ...this.common, type, uuid };
    const line = JSON.stringify({ ...record, timestamp: this.clock.tick(), ...fields });
    this.lines.push(line);
    this.bytes += line.length + 1;
    this.last = uuid;
    return uuid;
  }

  /** A record of an answer; an answer has one for each of its blocks. */
  says(id, block) {
    const { below } = this.random;
    const usage = { input_tokens: below(50), cache_creation_input_tokens: below(9000) };
    const tokens = { ...usage, cache_read_input_tokens: below(90_000), output_tokens: below(900) };
    const message = {
      id,
      type: "message",
      role: "assistant",
      model: "claude-opus-4-5",
      content: [block],
      usage: tokens,
    };
    return this.add("assistant", { requestId: `req_${id}`, message });
  }

  answers(call, content, toolUseResult, parent) {
    const message = { role: "user", content: [{ type: "tool_result", tool_use_id: call, content }] };
    return this.add("user", { message, toolUseResult, sourceToolAssistantUUID: parent }, parent);
  }

  /** Steps of a turn: thinking, often words, one call or several at once, their results, and hooks. */
  works(steps, texts) {
    const { random } = this;
    for (let step = 0; step < steps; step++) {
      const id = random.id("msg_");
      this.says(id, { type: "thinking", thinking: texts.prose(random.between(1, 5)), signature: random.hex(180) });
      if (random.next() < 0.5) this.says(id, { type: "text", text: texts.markdown() });
      const calls = Array.from({ length: random.next() < 0.75 ? 1 : 3 }, () => {
        const [name, input, text, record] = callFrom(random, texts);
        const call = random.id("toolu_");
        return { call, text, record, name, at: this.says(id, { type: "tool_use", id: call, name, input }) };
      });
      for (const { call, text, record, name, at } of calls) {
        this.answers(call, text, record, at);
        if (random.next() > 0.15) continue;
        const hook = { type: "hook_success", hookName: `PostToolUse:${name}`, hookEvent: "PostToolUse", stdout: "ok" };
        this.add("attachment", { attachment: { ...hook, toolUseID: call, exitCode: 0 } });
      }
    }
  }
}

/**
 * The files of one session.
 *
 * @param random the generator of numbers.
 * @param size how large the transcript becomes, in bytes.
 * @param begin the time of its first record, in milliseconds since 1970.
 * @param steps how many steps a turn has at most (default: 8).
 * @returns the lines of each file by its path.
 */
export function sessionFrom(random, size, begin, steps = 8) {
  const texts = textsOf(random);
  const sessionId = random.uuid();
  const clock = new Clock(begin, random);
  const common = { cwd: "/home/lin/garden", sessionId, version: "2.1.200", gitBranch: "main" };
  const main = new Transcript(common, clock, random);
  const files = new Map([[`${sessionId}.jsonl`, main.lines]]);
  const language = texts.language();
  let before = null;
  for (let turn = 1; main.bytes < size; turn++) {
    if (turn % 50 === 0) compact(main, texts);
    // After a rewind, a prompt is below what came before the last one.
    const parent = random.next() < 0.04 ? before : main.last;
    before = main.last;
    main.add("user", { message: { role: "user", content: promptFrom(random, texts, language) } }, parent);
    main.works(random.between(2, steps), texts);
    if (random.next() < 0.06) for (const [path, lines] of delegate(main, texts)) files.set(path, lines);
    main.says(random.id("msg_"), { type: "text", text: `${texts.prose(2, language)}\n\n${texts.markdown()}` });
  }
  return files;
}

function promptFrom(random, texts, language) {
  const text = texts.prose(random.between(1, 5), language);
  if (random.next() > 0.03) return text;
  const source = { type: "base64", media_type: "image/png", data: random.hex(4000) };
  return [
    { type: "text", text },
    { type: "image", source },
  ];
}

function compact(main, texts) {
  const compactMetadata = { trigger: "auto", preTokens: main.random.between(90_000, 180_000) };
  const boundary = { subtype: "compact_boundary", content: "Conversation compacted", logicalParentUuid: main.last };
  main.add("system", { ...boundary, compactMetadata }, null);
  main.add("user", { isCompactSummary: true, message: { role: "user", content: texts.prose(40) } });
}

/** A call that spawns an agent, and the files of this agent. */
function delegate(main, texts) {
  const { random, common, clock } = main;
  const [agentId, call, prompt] = [`a${random.hex(16)}`, random.id("toolu_"), texts.prose(3)];
  const input = { description: texts.words(3), prompt, subagent_type: "Explore" };
  const at = main.says(random.id("msg_"), { type: "tool_use", id: call, name: "Agent", input });
  const agent = new Transcript({ ...common, isSidechain: true, agentId }, clock, random);
  agent.add("user", { message: { role: "user", content: prompt } });
  agent.works(random.between(2, 8), texts);
  const report = { type: "text", text: texts.markdown() };
  agent.says(random.id("msg_"), report);
  main.answers(call, [report], { status: "completed", prompt, agentId, content: [report] }, at);
  const path = `${common.sessionId}/subagents/agent-${agentId}`;
  const meta = { agentType: "Explore", description: input.description, toolUseId: call };
  return [
    [`${path}.jsonl`, agent.lines],
    [`${path}.meta.json`, [JSON.stringify(meta)]],
  ];
}
