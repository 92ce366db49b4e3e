import type { Entry, LinkView, ThreadInfo, UnlinkedThread } from "@ccdag/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Call, CallList } from "../src/link/call-list.ts";
import { pair } from "../src/link/pair.ts";

/** A call: its thread, its time, and how long it took; 0 for no result. */
interface Given {
  readonly thread: number;
  readonly time: number;
  readonly took: number;
}
/** What pairing asks of the graph. */
type Asked = Pick<LinkView, "threadOf" | "familyOf" | "isHomeless" | "timeOf" | "compare" | "isClaimed" | "isAbove">;
const small = fc.nat(6);
const given = fc.array(fc.record({ thread: fc.nat(7), time: small, took: fc.nat(3) }), { maxLength: 14 });

/** Threads with a time and one of two sessions; calls that fit all of them; and what links change. */
function createWorld(times: readonly number[], calls: readonly Given[]) {
  const infos = times.map((_, index): ThreadInfo => ({
    id: `a${index}`,
    path: `a${index}`,
    sessionId: `s${index % 2}`,
    rule: "agent-thread",
    agent: { agentId: `a${index}`, mode: "sync" },
  }));
  const main: ThreadInfo = { id: "m", path: "m", sessionId: "s0", rule: "file-session" };
  const where = new Map<Entry, { info: ThreadInfo; time: number }>();
  const entryAt = (info: ThreadInfo, time: number) => {
    const entry = { id: String(where.size), raw: {}, message: { blocks: [] } } as unknown as Entry;
    where.set(entry, { info, time });
    return entry;
  };
  const all = [...calls]
    .sort((a, b) => a.time - b.time)
    .map(({ thread, time, took }, index): Call => {
      const info = infos[thread] ?? main;
      const result = took === 0 ? undefined : entryAt(info, time + took);
      return { id: `t${index}`, name: "Task", entry: entryAt(info, time), input: {}, prompt: "x", index, result };
    });
  const open = infos.map((info, index): UnlinkedThread => {
    const root = entryAt(info, times[index]!);
    return { info, entries: [root], root };
  });
  const claimed = new Set<string>();
  const view: Asked = {
    threadOf: (entry) => where.get(entry)!.info,
    timeOf: (entry) => where.get(entry)!.time,
    compare: (a, b) => where.get(a)!.time - where.get(b)!.time,
    familyOf: () => "all",
    isHomeless: () => false,
    isClaimed: ({ id }) => claimed.has(id),
    isAbove(thread, entry) {
      let at: ThreadInfo | undefined = where.get(entry)!.info;
      while (at && at !== thread) at = at.spawnedAt && where.get(at.spawnedAt)!.info;
      return at === thread;
    },
  };
  return { all, open, view: view as LinkView, claimed };
}

/** The choice, call by call: the first two free calls of the best rank. */
function choose({ all, view }: ReturnType<typeof createWorld>, { info, root }: UnlinkedThread): Call[] {
  const ranks: Call[][] = [[], [], [], []];
  const time = view.timeOf(root);
  for (const call of all) {
    if (view.isClaimed(call) || view.isAbove(info, call.entry)) continue;
    const isOther = view.threadOf(call.entry).sessionId !== info.sessionId;
    const isOpen = view.timeOf(call.entry) <= time && (!call.result || time <= view.timeOf(call.result));
    ranks[Number(isOther) * 2 + Number(!isOpen)]!.push(call);
  }
  return (ranks.find((rank) => rank.length > 0) ?? []).slice(0, 2);
}

describe("agents and calls with one prompt", () => {
  it("are paired as if each agent looked at every call", () => {
    fc.assert(
      fc.property(fc.array(small, { maxLength: 7 }), given, fc.boolean(), (times, calls, isSplit) => {
        const world = createWorld(times, calls);
        const half = isSplit ? Math.floor(world.all.length / 2) : 0;
        const lists = [world.all.slice(half), world.all.slice(0, half)].map((part) => new CallList(part, world.view));
        const sorted = [...world.open].sort((a, b) => world.view.compare(a.root, b.root)).values();
        for (const { thread, call, parent, warning } of pair(world.open, world.view, () => lists, "x")) {
          // Threads before this one found no call.
          let next = sorted.next().value!;
          for (; next.info !== thread; next = sorted.next().value!) expect(choose(world, next)).toEqual([]);
          const [wanted, other] = choose(world, next);
          expect([call?.id, warning !== undefined]).toEqual([wanted?.id, other !== undefined]);
          thread.spawnedAt = parent;
          world.claimed.add(call!.id);
        }
        for (const thread of sorted) expect(choose(world, thread)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("the first call outside a thread is found as if all were looked at, while threads are linked", () => {
    fc.assert(
      fc.property(fc.array(small, { minLength: 1, maxLength: 7 }), given, (times, calls) => {
        const { all, open, view } = createWorld(times, calls);
        const list = new CallList(all, view);
        for (const { info } of open) {
          const outside = all.filter(({ entry }) => !view.isAbove(info, entry));
          const own = outside.filter(({ entry }) => view.threadOf(entry).sessionId === info.sessionId);
          expect(list.outside(info)).toBe(outside[0]);
          expect(list.firstOutside(info)).toBe(own[0] ?? outside[0]);
          if (outside[0]) info.spawnedAt = outside[0].entry;
          expect(list.outside(info)).toBe(outside[0]);
        }
      }),
    );
  });
});
