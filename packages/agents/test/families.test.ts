import { describe, expect, it } from "vitest";
import { jsonl, main, read, said, side, spawned } from "./read.ts";

/** The same file in another session: other uuids, other session ids. */
const inSession = (id: string, text: string): string =>
  text.replaceAll('"sessionId":"s1"', `"sessionId":"${id}"`).replace(/"(uuid|parentUuid)":"(\w+)"/g, `"$1":"$2-${id}"`);

describe("evidence joins threads of one family", () => {
  it("an equal id, prompt or call in an unrelated session is none", () => {
    const called = main(["t1", "Look around", { agentId: "7f" }]);
    const alone = jsonl(said("b", null, { type: "text", text: "hi" }));
    const found = read(
      {
        "s1.jsonl": called,
        "s2.jsonl": inSession("s2", alone),
        "s2/subagents/agent-7f.jsonl": inSession("s2", side("7f", "Look around")),
      },
      { "s2/subagents/agent-7f.meta.json": { toolUseId: "t1" } },
    );
    // The agent of the second session stays there, and that of the first has no transcript.
    expect(spawned(found)).toEqual(["7f sync t1 missing-agent 1", "7f sync - unanchored-agent 1"]);
  });

  it("a session that continues another one is in its family", () => {
    const called = main(["t1", "Look around", { agentId: "7f" }]);
    const next = jsonl({ ...said("c", "z", { type: "text", text: "more" }), sessionId: "s2" });
    const found = read({
      "s1.jsonl": called,
      "s2.jsonl": next,
      "s2/subagents/agent-7f.jsonl": side("7f", "other", { sessionId: "s2" }).replaceAll('"s1"', '"s2"'),
    });
    expect(spawned(found)).toEqual(["7f sync t1 result-agent-id 1"]);
  });

  it("an agent whose session was not read belongs to the call that names it, but not to one with its prompt, or to one that its sidecar names", () => {
    const agent = inSession("gone", side("7f", "Look around"));
    const named = read({ "s1.jsonl": main(["t1", "x", { agentId: "7f" }]), "gone/subagents/agent-7f.jsonl": agent });
    expect(spawned(named)).toEqual(["7f sync t1 result-agent-id 1"]);
    const called = main(["t1", "x"]);
    const beside = { "gone/subagents/agent-7f.meta.json": { toolUseId: "t1" } };
    const byCall = read({ "s1.jsonl": called, "gone/subagents/agent-7f.jsonl": agent }, beside);
    expect(spawned(byCall)).toEqual(["7f sync - unanchored-agent 1"]);
    const equal = read({ "s1.jsonl": main(["t1", "Look around"]), "gone/subagents/agent-7f.jsonl": agent });
    expect(spawned(equal)).toEqual(["7f sync - unanchored-agent 1"]);
  });
});

describe("an agent that writes into the folders of several sessions", () => {
  const [first, ...rest] = side("7f", "Look around").split("\n");
  const again = JSON.stringify({ ...said("7f3", "7f2", { type: "text", text: "more" }), agentId: "7f" });
  const alone = jsonl({ ...said("b", null, { type: "text", text: "hi" }), sessionId: "s2" });
  const called = main(["t1", "Look around", { agentId: "7f" }]);

  it("is one agent, under the call of the session that began it, because its records hang together", () => {
    const found = read({
      "s1.jsonl": called,
      "s1/subagents/agent-7f.jsonl": `${first}\n`,
      "s2.jsonl": alone,
      "s2/subagents/agent-7f.jsonl": rest.join("\n"),
      "s3/subagents/agent-7f.jsonl": `${again}\n`,
    });
    expect(spawned(found)).toEqual(["7f sync t1 result-agent-id 1"]);
    expect(found.agents[0]!.children.map((node) => ("uuid" in node ? node.uuid : node.type))).toEqual(
      "7f1 7f2 7f3".split(" "),
    );
  });

  it("is several where an id is the same and nothing else", () => {
    const found = read({
      "s1.jsonl": called,
      "s1/subagents/agent-7f.jsonl": side("7f", "Look around"),
      "s2.jsonl": alone,
      "s2/subagents/agent-7f.jsonl": inSession("s2", side("7f", "Look elsewhere")).replace("m-7f2", "m-other"),
    });
    expect(spawned(found)).toEqual(["7f sync t1 result-agent-id 1", "7f sync - unanchored-agent 1"]);
  });

  it("is one agent in a circle of files, too", () => {
    const circle = (uuid: string, parentUuid: string) =>
      jsonl({ ...said(uuid, parentUuid, { type: "text", text: uuid }), agentId: "7f" });
    const found = read({
      "s1/subagents/agent-7f.jsonl": circle("x", "z"),
      "s2/subagents/agent-7f.jsonl": circle("y", "x"),
      "s3/subagents/agent-7f.jsonl": circle("z", "y"),
    });
    expect(found.agents).toHaveLength(1);
  });
});
