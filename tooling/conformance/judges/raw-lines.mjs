// Checks one statement of `explain` against the raw lines alone.
import { basename } from "node:path";

/**
 * @param own the entry that is explained: path, line, id.
 * @param statement one statement about it.
 * @param raw every line that was read, parsed, by `<path>:<line>`.
 * @returns the fault; nothing when the lines confirm the statement.
 */
export function judge(own, statement, raw) {
  const record = raw.get(`${own.path}:${own.line}`);
  for (const { path, line, id } of statement.evidence) {
    const found = raw.get(`${path}:${line}`);
    if (found === undefined) return `${path}:${line} holds no record`;
    if (id !== `${path}:${line}` && found.uuid !== id) return `${path}:${line} is not ${id}`;
  }
  const check = checks[statement.says];
  if (check === undefined) return "nobody knows how to check this";
  const evidence = statement.evidence.map((where) => ({ ...where, raw: raw.get(`${where.path}:${where.line}`) }));
  return check({ ...statement, own, record, evidence, raw });
}

const checks = {
  "copy-of": ({ record, evidence: [of] }) => same(record, of.raw),
  "copied-at": ({ record, evidence: [copy] }) => same(record, copy.raw),
  repeats({ record, evidence: [of], detail }) {
    const block = JSON.stringify(record.message.content[Number(detail)]);
    const isThere = of.raw.message.content.some((other) => JSON.stringify(other) === block);
    return isThere && of.raw.message.id === record.message.id ? undefined : "the block is not there";
  },
  "in-thread"({ own, record, detail: session, agentId: agent, rule }) {
    if (agent === undefined) {
      const isNamed =
        basename(own.path, ".jsonl") === session || record.sessionId === session || record.sessionId === undefined;
      return isNamed && (rule === "file-session" || rule === "bookkeeping")
        ? undefined
        : `neither file nor line say ${session}`;
    }
    const isNamed =
      basename(own.path) === `agent-${agent}.jsonl` || record.agentId === agent || record.isSidechain === true;
    return isNamed ? undefined : `neither file nor line say ${agent}`;
  },
  owned: ({ record, evidence }) => evidence.map((copy) => same(record, copy.raw)).find(Boolean),
  "child-of": ({ own, evidence: [parent], raw }) => names(own, parent.raw.uuid, raw),
  "child-of-original"({ own, evidence: [copy, original], raw }) {
    return names(own, copy.raw.uuid, raw) ?? same(copy.raw, original.raw);
  },
  spawned: ({ record, rule, agentId }) =>
    /^(?:result-|missing-)/.test(rule) && !JSON.stringify(record).includes(agentId)
      ? "it does not name the agent"
      : undefined,
  linked: ({ record }) => (record.parentUuid && !record.isSidechain ? "it has a parent" : undefined),
  missing({ own, detail, raw }) {
    const isHeld = [...raw.values()].some((other) => other?.uuid === detail);
    return isHeld ? `${detail} is there` : names(own, detail, raw);
  },
  cut: ({ own, evidence: [parent], raw }) => names(own, parent.raw.uuid, raw),
  begins: ({ record }) => (record.parentUuid ? `${record.parentUuid} is recorded` : undefined),
  placed({ own, record, evidence: [after], because, raw }) {
    if (because === "logicalParentUuid") {
      const named = [...raw].find(([, other]) => other?.uuid === record.logicalParentUuid)?.[1];
      return named && same(named, after.raw);
    }
    if (because === "preserved message")
      return JSON.stringify(record.compactMetadata).includes(after.raw.uuid)
        ? undefined
        : "the boundary does not name it";
    return after.path === own.path && (after.line < own.line || after.line === firstLine(own.path, raw))
      ? undefined
      : "it does not come before";
  },
  "in-branch"({ evidence: [first, from], rule, raw }) {
    if (!["rewind", "draft", "resume-at", "concurrent-resume"].includes(rule)) return `${rule} is no kind of branch`;
    return from && climb(first, from, raw);
  },
  "in-side": ({ own, evidence: [fork, side], raw }) => climb(side, fork, raw) ?? climb(own, side, raw),
  forks: ({ own, evidence, raw }) =>
    evidence.length < 2 ? "one side is no fork" : evidence.map((side) => climb(side, own, raw)).find(Boolean),
  chosen({ own, evidence, raw }) {
    if (evidence.length < 2) return "one prompt is no choice";
    return evidence
      .map((prompt) => climb(prompt, own, raw) ?? (isPrompt(prompt.raw) ? undefined : "no prompt"))
      .find(Boolean);
  },
  resumed: ({ own, evidence: [fork], raw }) => climb(own, fork, raw),
  bookkeeping({ own, evidence: [after] }) {
    return after === undefined || (after.path === own.path && after.line < own.line)
      ? undefined
      : "it does not come before";
  },
  spoken({ own, record, raw }) {
    if (typeof record.content !== "string") return undefined;
    const twin = [...raw].find(
      ([place, other]) => place !== `${own.path}:${own.line}` && wordsOf(other) === plain(record.content),
    );
    return twin && `${twin[0]} says it too`;
  },
  evidence: ({ own, raw }) =>
    [...raw].some(([place, other]) => place.startsWith(`${own.path}:`) && other?.message)
      ? "its file holds a conversation"
      : undefined,
  malformed: ({ record }) =>
    typeof record === "object" && record !== null && !Array.isArray(record) ? "it is an object" : undefined,
};

/** Whether a line, or another line with its uuid, records this parent. */
function names(own, uuid, raw) {
  const lines = [...raw.values()].filter((other) => other?.uuid !== undefined && other.uuid === own.id);
  const record = raw.get(`${own.path}:${own.line}`);
  const isNamed = [record, ...lines].some((other) => other?.parentUuid === uuid);
  return isNamed ? undefined : `no line of it names ${uuid}`;
}

/** Whether parents lead from one record up to another; a copy of an entry counts as the entry. */
function climb(from, to, raw) {
  const { byUuid, byWords } = indexOf(raw);
  const open = [from.id];
  const seen = new Set(open);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to.id) return undefined;
    const records = byUuid.get(id) ?? [];
    const twins = records.flatMap((record) => byWords.get(wordsOf(record)) ?? []);
    for (const next of [...records.map((record) => record.parentUuid), ...twins])
      if (next && !seen.has(next)) {
        seen.add(next);
        open.push(next);
      }
  }
  return `parents of ${from.id} do not lead to ${to.id}`;
}

const indexes = new WeakMap();

/** Records by uuid, and uuids by words; built once for a set of files. */
function indexOf(raw) {
  let found = indexes.get(raw);
  if (found === undefined) {
    found = { byUuid: new Map(), byWords: new Map() };
    for (const record of raw.values()) {
      if (!record?.uuid) continue;
      push(found.byUuid, record.uuid, record);
      if (wordsOf(record).length > 1) push(found.byWords, wordsOf(record), record.uuid);
    }
    indexes.set(raw, found);
  }
  return found;
}

function push(map, key, value) {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Two records are one: the same uuid, or the same words, calls and answers under one message. */
function same(a, b) {
  if (a.uuid !== undefined && a.uuid === b.uuid) return undefined;
  if (a.type !== b.type && !(a.attachment || b.attachment)) return `${a.type} is no ${b.type}`;
  if (a.message?.id !== b.message?.id) return "they are of two API messages";
  const [first, second] = [wordsOf(a), wordsOf(b)];
  if (first === second || second.includes(first) || first.includes(second)) return undefined;
  return "they say different things";
}

function wordsOf(record) {
  const content = record?.message?.content ?? record?.attachment?.prompt ?? record?.attachment ?? record?.data ?? "";
  if (typeof content === "string") return plain(content);
  if (!Array.isArray(content)) return plain(JSON.stringify(content));
  return plain(content.map((block) => block?.text ?? JSON.stringify(block)).join(" "));
}

function plain(text) {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}

function isPrompt(record) {
  if (record.attachment) return record.attachment.type === "queued_command";
  const content = record.message?.content;
  const isResult = Array.isArray(content) && content.some((block) => block?.type === "tool_result");
  return record.type === "user" && !record.isMeta && !record.isSidechain && !isResult;
}

function firstLine(path, raw) {
  for (const [place, record] of raw)
    if (place.startsWith(`${path}:`) && record?.uuid) return Number(place.slice(path.length + 1));
  return undefined;
}
