import { isOfHome, readScenarios, type Scenario } from "@ccdag/conformance";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TranscriptFile } from "../src/index.ts";
import { byComponent, divide, whole } from "./components.ts";
import { damaged } from "./damaged.ts";

const textsOf = ({ files }: Scenario) =>
  Object.entries(files).flatMap(([path, text]) => (typeof text === "string" ? [[path, text] as const] : []));
const filesOf = (scenario: Scenario, folder = ""): TranscriptFile[] =>
  textsOf(scenario).map(([path, value]) => ({ path: `${folder}${path}`, value }));

/** The same conversation with other uuids, and other ids of API messages: as real ones, they are nobody else's. */
function withOwnIds(scenario: Scenario, index: number): Scenario {
  const own = String(index).padStart(4, "0");
  const rename = (text: string) =>
    text
      .replace(/\b([\da-f]{8})-[\da-f]{4}-([\da-f]{4}-[\da-f]{4}-[\da-f]{12})\b/g, `$1-${own}-$2`)
      .replace(/"(id|uuid|parentUuid|logicalParentUuid|leafUuid)":"((?:msg|[A-Z]\d)[^"]*)"/g, `"$1":"$2-${own}"`);
  const files = textsOf(scenario).map(([path, text]) => [rename(path), rename(text)]);
  return { ...scenario, files: Object.fromEntries(files) as Scenario["files"] };
}

const sessionsIn = (texts: readonly string[]) => texts.filter((text) => text.startsWith('{"type":"session"')).sort();

const line = (...records: object[]) => records.map((record) => JSON.stringify(record)).join("\n");
const said = (uuid: string, parentUuid: string | null, sessionId: string, text: unknown, more: object = {}) => ({
  type: "user",
  uuid,
  parentUuid,
  sessionId,
  timestamp: "2026-01-01T00:00:00Z",
  message: { role: "user", content: text },
  ...more,
});
const side = { isSidechain: true, agentId: "a1b2" };
const answer = (uuid: string, parent: string, sessionId: string) =>
  said(uuid, parent, sessionId, "", {
    type: "assistant",
    message: { role: "assistant", id: "msg_1", content: [{ type: "text", text: "one" }] },
  });
const call = (uuid: string, sessionId: string) =>
  said(uuid, null, sessionId, "", {
    type: "assistant",
    message: {
      role: "assistant",
      id: `m-${uuid}`,
      content: [{ type: "tool_use", id: "t1", name: "Task", input: { prompt: "x" } }],
    },
  });
const result = (uuid: string, parent: string, sessionId: string, toolUseResult: unknown, content: unknown = "ok") =>
  said(uuid, parent, sessionId, [{ type: "tool_result", tool_use_id: "t1", content }], { toolUseResult });
const note = "<task-notification><task-id>a1b2</task-id><status>completed</status></task-notification>";
const notification = said("n", null, "s2", note, { origin: { kind: "task-notification" } });

/** Two files, and the evidence that joins them. */
const joined: ReadonlyArray<[string, Record<string, string>]> = [
  ["one record", { "s1.jsonl": line(said("u", null, "s1", "a")), "s2.jsonl": line(said("u", null, "s2", "a")) }],
  ["a parent", { "s1.jsonl": line(said("u", null, "s1", "a")), "s2.jsonl": line(said("v", "u", "s2", "b")) }],
  [
    "one API message",
    {
      "s1.jsonl": line(said("p", null, "s1", "a"), answer("u", "p", "s1")),
      "s2.jsonl": line(said("q", null, "s2", "a"), answer("v", "q", "s2"), said("w", "v", "s2", "b")),
    },
  ],
  [
    "a leaf",
    { "s1.jsonl": line(said("u", null, "s1", "a")), "t.jsonl": line({ type: "summary", summary: "S", leafUuid: "u" }) },
  ],
  [
    "the session of its records",
    {
      "talk.jsonl": line(said("u", null, "s1", "a")),
      "s1/subagents/agent-a1b2.jsonl": line(said("v", null, "s1", "b", side)),
    },
  ],
  [
    "a notification for an agent of another session",
    {
      "s1.jsonl": line(call("c", "s1"), result("r", "c", "s1", { agentId: "a1b2" })),
      "s1/subagents/agent-a1b2.jsonl": line(said("v", null, "s1", "x", side)),
      "s2.jsonl": line(notification),
    },
  ],
  [
    "a record that names an agent whose session is gone",
    {
      "s1.jsonl": line(call("c", "s1"), result("r", "c", "s1", { agentId: "a1b2" })),
      "s0/subagents/agent-a1b2.jsonl": line(said("v", null, "s0", "x", side)),
    },
  ],
  [
    "a note that names an agent whose session is gone",
    {
      "s1.jsonl": line(
        call("c", "s1"),
        result("r", "c", "s1", undefined, [{ type: "text", text: "ok\nagentId: a1b2" }]),
      ),
      "s0/subagents/agent-a1b2.jsonl": line(said("v", null, "s0", "x", side)),
    },
  ],
];

describe("reading component by component gives what reading all files at once gives", async () => {
  const scenarios = (await readScenarios()).filter((one) => !isOfHome(one));

  it("each recorded and drawn conversation", () => {
    for (const scenario of scenarios) {
      const files = filesOf(scenario);
      expect([scenario.name, ...byComponent(files)]).toEqual([scenario.name, ...whole(files)]);
    }
  });

  it("all of them in one folder: the scenarios share ids", () => {
    const files = scenarios.flatMap((scenario) => filesOf(scenario, `${scenario.name}/`));
    expect(byComponent(files)).toEqual(whole(files));
  });

  it("all of them in one folder, with ids of their own: what is equal by chance joins nothing", () => {
    const files = scenarios.flatMap((scenario, index) => filesOf(withOwnIds(scenario, index), `${scenario.name}/`));
    expect(byComponent(files)).toEqual(whole(files));
    expect(divide(files).length).toBeGreaterThan(scenarios.length / 2);
  });

  it.each(joined)("files are joined by %s, and what reading them apart would give is another tree", (_, files) => {
    const given = Object.entries(files).map(([path, value]) => ({ path, value }));
    expect(divide(given).length).toBe(1);
    expect(byComponent(given)).toEqual(whole(given));
    const apart = given.flatMap((file) => whole([file]));
    expect(sessionsIn(apart)).not.toEqual(sessionsIn(whole(given)));
  });

  it("a large output is with the file that names it, whoever wrote it", () => {
    const files = [
      {
        path: "s1.jsonl",
        value: line(said("u", null, "s1", "a", { toolUseResult: { persistedOutputPath: "/x/s0/tool-results/o.txt" } })),
      },
      { path: "s0/tool-results/o.txt", value: "long" },
      { path: "s2.jsonl", value: line(said("v", null, "s2", "b")) },
    ];
    expect(divide(files).map(({ sidecars }) => sidecars)).toEqual([["s0/tool-results/o.txt"], []]);
  });

  it("property: damaged transcripts, several projects beside one another", () => {
    fc.assert(
      fc.property(fc.array(damaged, { minLength: 1, maxLength: 3 }), (projects) => {
        const files = projects.flatMap((project, index) =>
          project.map(({ path, value }) => ({ path: `p${index}/${path}`, value })),
        );
        expect(byComponent(files)).toEqual(whole(files));
      }),
      { numRuns: 60 },
    );
  });
});
