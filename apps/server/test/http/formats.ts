import { expect, test } from "vitest";
import { messageFormats } from "@ccdag/store/formats";
import { type World, queryOf, reversed } from "../api.ts";

/** A conversation of the API of OpenAI with two calls in one message. */
const conversation = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "Which beds need water?" },
  {
    role: "assistant",
    content: null,
    tool_calls: [
      { id: "c1", type: "function", function: { name: "read_beds", arguments: '{"side":"north"}' } },
      { id: "c2", type: "function", function: { name: "read_rain", arguments: "{}" } },
    ],
  },
  { role: "tool", tool_call_id: "c1", content: "dry" },
  { role: "tool", tool_call_id: "c2", content: "0 mm" },
  { role: "assistant", content: "All of them." },
];

/** The same of Gemini, where results have no id. */
const gemini = [
  { role: "user", parts: [{ text: "a" }] },
  { role: "model", parts: [{ functionCall: { name: "f", args: {} } }] },
  { role: "user", parts: [{ functionResponse: { name: "f", response: { ok: true } } }] },
];

/** Tests of a server. */
export function formatTests(world: World): void {
  async function store(format: string, blobs: readonly object[]): Promise<{ session: string; ids: string[] }> {
    const session = await world.api.session();
    const ids: string[] = [];
    for (const [at, blob] of blobs.entries())
      ids.push((await world.api.post(`session/${session}/messages`, { blob, format, meta: { at } })).data.id);
    return { session, ids };
  }

  test("S001 what a program wants to know of a message may have any name, and changes nothing of the message", async () => {
    const session = await world.api.session();
    const meta = { name: "Step 3", openai: { temperature: 1 }, original_role: "system", source_format: "gemini" };
    const own = { role: "user", content: "Hello", name: "ada" };
    await world.api.post(`session/${session}/messages`, { blob: own, format: "openai", meta });
    const { items, metas } = await world.api.read(session, { format: "openai" });
    expect([items, metas]).toEqual([[own], [meta]]);
  });

  test("P13 S016 messages of OpenAI come back as they were sent; only acontext shows the parents in its items", async () => {
    const { session, ids } = await store("openai", conversation);
    expect((await world.api.read(session)).items).toEqual(conversation);
    for (const format of messageFormats) {
      const { items } = await world.api.read(session, { format });
      const parents = items.map((item) => item["parent_id"]);
      if (format === "acontext") expect(parents).toEqual([null, ...ids.slice(0, -1)]);
      else expect(JSON.stringify(items)).not.toMatch(/parent|seq|depth|session_id/);
      for (const id of format === "acontext" ? [] : ids) expect(JSON.stringify(items)).not.toContain(id);
    }
  });

  test.each(messageFormats)(
    "P13 ids, metas and parent_ids are parallel to the items of %s, in both orders and in pages",
    async (format) => {
      const { session, ids } = await store("openai", conversation);
      const asc = await world.api.read(session, { format });
      for (const list of [asc.ids, asc.metas, asc.parent_ids]) expect(list).toHaveLength(asc.items.length);
      // Each item is of the message that its meta says.
      expect(asc.ids.map((id) => ids.indexOf(id))).toEqual(asc.metas.map(({ at }) => at));
      expect(asc.parent_ids).toEqual(asc.ids.map((id) => ids[ids.indexOf(id) - 1] ?? null));
      const desc = await world.api.read(session, { format, time_desc: true });
      for (const key of ["items", "ids", "metas", "parent_ids"] as const)
        expect(desc[key]).toEqual(reversed<unknown>(asc[key]));
      expect(desc.this_time_tokens).toBe(asc.this_time_tokens);
      const page = await world.api.read(session, { format, limit: 3 });
      // In the AI SDK a result is in the part of its call, if both are on the page.
      if (format !== "ai-sdk") expect(page.items).toEqual(asc.items.slice(0, page.items.length));
      expect(new Set(page.ids).size).toBe(3);
    },
  );

  test("P13 a message with two results is two items of OpenAI with one id, and one item elsewhere", async () => {
    const results = ["c1", "c2"].map((tool_use_id) => ({ type: "tool_result", tool_use_id, content: tool_use_id }));
    const calls = ["c1", "c2"].map((id) => ({ type: "tool_use", id, name: "f", input: {} }));
    const { session, ids } = await store("anthropic", [
      { role: "assistant", content: calls },
      { role: "user", content: results },
    ]);
    const read = await world.api.read(session);
    expect(read.items.map(({ role, tool_call_id }) => [role, tool_call_id])).toEqual([
      ["assistant", undefined],
      ["tool", "c1"],
      ["tool", "c2"],
    ]);
    expect(read.ids).toEqual([ids[0], ids[1], ids[1]]);
    expect(read.parent_ids).toEqual([null, ids[0], ids[0]]);
    expect((await world.api.read(session, { format: "gemini" })).ids).toEqual(ids);
  });

  test.each(messageFormats)(
    "P13 results are matched with their calls as %s, whichever is read first",
    async (format) => {
      const { session } = await store("gemini", gemini);
      const asc = await world.api.read(session, { format });
      const desc = await world.api.read(session, { format, time_desc: true });
      expect(desc.items).toEqual(reversed(asc.items));
      const { session: other } = await store("openai", conversation);
      const read = await world.api.read(other, { format: "gemini", time_desc: true });
      expect(JSON.stringify(read.items)).toContain('"functionResponse":{"id":"c1","name":"read_beds"');
    },
  );

  test("P13 each format stores what it sends, and sends what it stored", async () => {
    const { session } = await store("openai", conversation);
    for (const format of messageFormats) {
      const { items } = await world.api.read(session, { format });
      const again = await store(format, items);
      expect([format, (await world.api.read(again.session, { format })).items.map(withoutIds)]).toEqual([
        format,
        items.map(withoutIds),
      ]);
    }
  });

  test("edit_strategies make a page smaller, the same in both orders, and name what they refuse", async () => {
    const { session, ids } = await store("openai", conversation);
    const strategies = [
      { type: "remove_tool_result", params: { keep_recent_n_tool_results: 1, tool_result_placeholder: "gone" } },
    ];
    const edit = (list: unknown, more = {}) =>
      world.api.read(session, { edit_strategies: JSON.stringify(list), ...more });
    const asc = await edit(strategies);
    expect(asc.items.map(({ content }) => content).slice(3)).toEqual(["gone", "0 mm", "All of them."]);
    expect((await edit(strategies, { time_desc: true })).items).toEqual(reversed(asc.items));
    const limited = await edit([{ type: "token_limit", params: { limit_tokens: 5 } }], { time_desc: true });
    expect(limited.ids).toEqual([ids[5]]);
    expect(limited.this_time_tokens).toBeLessThanOrEqual(5);
    expect(await edit([])).toEqual(await world.api.read(session));
    for (const wrong of [
      "",
      "{",
      "{}",
      "[1]",
      '[{"type":"constructor"}]',
      '[{"type":"token_limit"}]',
      '[{"type":"token_limit","params":{"limit_tokens":-1}}]',
    ])
      expect(await world.api.get(`session/${session}/messages?${queryOf({ edit_strategies: wrong })}`)).toMatchObject({
        status: 400,
        error: "INVALID_QUERY",
      });
  });

  test("P11 token_counts is of one branch with leaf_id, of the session without, and names its estimator", async () => {
    const session = await world.api.session();
    const a = await world.api.say(session, "x".repeat(40));
    await world.api.say(session, "x".repeat(400));
    const c = await world.api.say(session, "x".repeat(4000), { parent_id: a.id });
    const count = async (query: string) => (await world.api.get(`session/${session}/token_counts${query}`)).data;
    const estimator = "utf8-bytes/4";
    expect(await count("")).toEqual({ total_tokens: 1110, estimator });
    expect(await count(`?leaf_id=${c.id}`)).toEqual({ total_tokens: 1010, estimator });
    expect(await count(`?leaf_id=${a.id}`)).toEqual({ total_tokens: 10, estimator });
    expect((await world.api.read(session)).this_time_tokens).toBe(1010);
  });

  test("a text comes back as it was sent, whatever is in it", async () => {
    const texts = [
      "",
      " ",
      "\u0000",
      "\ud800",
      "😀 é\u0301",
      "\r\n\t",
      "'; drop table ccdag.messages; --",
      "</script>",
      "\u2028",
      "x".repeat(100_000),
    ];
    const { session } = await store(
      "openai",
      texts.map((content) => ({ role: "user", content })),
    );
    expect(await world.api.texts(session)).toEqual(texts);
  });
}

/** An item without what a store makes itself. */
function withoutIds(item: Readonly<Record<string, unknown>>): object {
  const made = ["id", "session_id", "parent_id", "created_at", "updated_at", "seq", "meta"];
  return Object.fromEntries(Object.entries(item).filter(([key]) => !made.includes(key)));
}
