// Records of hostile archives, each made from a few words.

export const at = (index) => new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString();
export const text = (words) => [{ type: "text", text: words }];
export const entry = (type, uuid, parentUuid, content, more = {}) => ({
  type,
  uuid,
  parentUuid,
  sessionId: "s",
  timestamp: at(0),
  message: { role: type, ...(type === "assistant" ? { id: `m-${uuid}` } : {}), content, ...more.message },
  ...more.entry,
});
export const user = (uuid, parent, words, more) => entry("user", uuid, parent, words, more);
export const answer = (uuid, parent, words, more) => entry("assistant", uuid, parent, text(words), more);
export const call = (uuid, parent, id, name = "Read", input = {}, more = {}) =>
  entry("assistant", uuid, parent, [{ type: "tool_use", id, name, input }], more);
export const result = (uuid, parent, id, words = "ok", more = {}) =>
  entry("user", uuid, parent, [{ type: "tool_result", tool_use_id: id, content: words }], more);
export const timed = (records) => records.map((one, index) => ({ ...one, timestamp: at(index) }));
export const many = (count, make) => Array.from({ length: Math.max(1, Math.floor(count)) }, (_, index) => make(index));
export const some = (count, make) => many(count, make).flat();
export const one = (records, more = {}) => ({ "s.jsonl": records, ...more });

/** A conversation of prompts and answers. */
export const chain = (n, more = () => ({})) =>
  many(n, (i) => (i % 2 ? answer : user)(`e${i}`, i ? `e${i - 1}` : null, `words ${i}`, more(i)));
