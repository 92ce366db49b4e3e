import { agentsIn, isThread, type Nodes, uuidsOf, walk } from "@ccdag/ccast";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonl, read, result, said, task, user } from "./read.ts";

/** The evidence that links a call to its agent; the prompt is always there. */
interface Evidence {
  /** The agent that makes the call, by index; -1 is the main thread. */
  readonly by: number;
  readonly hasMeta: boolean;
  readonly hasRecord: boolean;
  readonly hasNote: boolean;
  /** 0 to 2: few values, so that prompts are equal. */
  readonly prompt: number;
}
const evidence = fc.record({
  by: fc.integer({ min: -1, max: 7 }),
  hasMeta: fc.boolean(),
  hasRecord: fc.boolean(),
  hasNote: fc.boolean(),
  prompt: fc.nat(2),
});

/** A project in which each agent is called by the main thread or by an agent before it. */
function project(calls: readonly Evidence[], isDistinct = false) {
  const records = new Map<number, Array<Record<string, unknown>>>([[-1, [user("u", null, "go")]]]);
  const sidecars: Record<string, unknown> = {};
  const lastOf = (caller: number) => records.get(caller)!.at(-1)!["uuid"] as string;
  for (const [index, { by, hasMeta, hasRecord, hasNote, prompt }] of calls.entries()) {
    const caller = Math.min(by, index - 1);
    const words = isDistinct ? `job ${index}` : `job ${prompt}`;
    const owner = caller === -1 ? {} : { agentId: `g${caller}` };
    const note = hasNote ? `ok\nagentId: g${index}` : "ok";
    records.get(caller)!.push({ ...said(`c${index}`, lastOf(caller), task(`t${index}`, words)), ...owner });
    const record = hasRecord ? { toolUseResult: { agentId: `g${index}` } } : {};
    records.get(caller)!.push(user(`r${index}`, `c${index}`, [result(`t${index}`, note)], { ...owner, ...record }));
    records.set(index, [
      user(`p${index}`, null, words, { agentId: `g${index}` }),
      { ...said(`w${index}`, `p${index}`, { type: "text", text: "ok" }), agentId: `g${index}` },
    ]);
    if (hasMeta) sidecars[`s1/subagents/agent-g${index}.meta.json`] = { toolUseId: `t${index}` };
  }
  const files = Object.fromEntries(
    [...records].map(([index, list]) => [
      index === -1 ? "s1.jsonl" : `s1/subagents/agent-g${index}.jsonl`,
      jsonl(...list),
    ]),
  );
  return { files, sidecars };
}

describe("with any evidence", () => {
  it("no agent is its own ancestor, and every entry of an agent is in the tree once", () => {
    fc.assert(
      fc.property(fc.array(evidence, { minLength: 1, maxLength: 8 }), (calls) => {
        const { files, sidecars } = project(calls);
        const { tree } = read(files, sidecars);
        expect(agentsIn(tree)).toHaveLength(calls.length);
        const above = new Map<Nodes, readonly string[]>([[tree, []]]);
        const output: string[] = [];
        walk(tree, (node, parent) => {
          output.push(...uuidsOf(node));
          if (!isThread(node) || parent === undefined) return;
          const names = above.get(parent) ?? [];
          if (node.type === "agent") expect(names).not.toContain(node.agentId);
          above.set(node, node.type === "agent" ? [...names, node.agentId] : names);
        });
        const written = Object.values(files).flatMap((text) =>
          [...text.matchAll(/"uuid":"([^"]+)"/g)].map(([, id]) => id!),
        );
        expect(output.sort()).toEqual(written.sort());
      }),
    );
  });

  it("without its sidecar an agent is found by another rule, at the same call", () => {
    fc.assert(
      fc.property(fc.array(evidence, { minLength: 1, maxLength: 8 }), (calls) => {
        const { files, sidecars } = project(calls, true);
        const anchors = (notes: typeof sidecars) =>
          new Map(read(files, notes).agents.map(({ agentId, from }) => [agentId, from]));
        const [before, after] = [anchors(sidecars), anchors({})];
        for (const [agentId, { toolUseId, uuid, rule }] of before) {
          expect(after.get(agentId)).toMatchObject({ toolUseId, uuid });
          if (rule === "meta-tool-use") expect(after.get(agentId)!.rule).not.toBe(rule);
        }
      }),
    );
  });
});
