import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { killLimit, kills } from "../../../tooling/tests/kills.ts";
import { quickNode } from "../../../tooling/tests/quick-node.ts";
import { type StoredMessage, openStore } from "../src/index.ts";
import { newDatabase } from "./databases.ts";

const script = fileURLToPath(new URL("append-until-killed.mjs", import.meta.url));
/** Enough for each kill to come after some hundred messages. */
const count = Math.max(1000, 300 * kills);
/** Besides those while messages are appended: after every other one, one while the store is opened or its past is read. */
const killsAtStart = Math.ceil(kills / 2);

/** Numbers from 0 to 1 that are the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The parent of each message: mostly the default leaf, sometimes any message before. */
function makePlan(random: () => number): (number | null)[] {
  return Array.from({ length: count }, (_, at) => (at > 0 && random() < 0.1 ? Math.floor(random() * at) : null));
}

const server = process.env["DATABASE_URL"];
// oxlint-disable-next-line no-console -- nobody should believe that all was tested
if (server === undefined) console.warn("DATABASE_URL is not set: the killed writer over PostgreSQL is skipped");

describe.each(server === undefined ? ["PGlite"] : ["PGlite", "PostgreSQL"])(
  "a writer over %s that is killed",
  (name) => {
    const database = name === "PGlite" ? undefined : newDatabase(server!);
    let scratch: string;
    beforeAll(async () => {
      scratch = mkdtempSync(join(tmpdir(), "ccdag-killed-"));
      await database?.create();
    });
    afterAll(async () => {
      rmSync(scratch, { recursive: true, force: true });
      await database?.remove();
    });

    test(
      "loses nothing that was acknowledged, and doubles nothing that is sent again",
      { timeout: killLimit },
      async () => {
        const random = randomFrom(20_261_125);
        const plan = makePlan(random);
        const planPath = join(scratch, "plan.json");
        writeFileSync(planPath, JSON.stringify(plan));
        const place = database?.place ?? join(scratch, "store");
        const session = randomUUID();
        /** The ids that the writer printed, by number; a number that is sent again may be printed again. */
        const acknowledged: string[] = [];
        let killed = 0;

        /** Run the writer; `kill` decides when it dies, and gets the messages that it acknowledges. */
        async function run(
          whenKilled: (child: ChildProcess, acknowledged: () => number) => Promise<void>,
        ): Promise<void> {
          const args = [...quickNode, script, place, session, planPath, `${acknowledged.length}`];
          const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
          const closed = once(child, "close");
          createInterface({ input: child.stdout! }).on("line", (line) => {
            const [number, id] = line.split(" ");
            // A message that was stored keeps its id.
            if (acknowledged[Number(number)] !== undefined) expect(id).toBe(acknowledged[Number(number)]);
            acknowledged[Number(number)] = id!;
          });
          await Promise.race([closed, whenKilled(child, () => acknowledged.length)]);
          const [code, signal] = (await closed) as [number | null, string | null];
          if (signal === "SIGKILL") killed++;
          else expect([code, acknowledged.length]).toEqual([0, count]);
        }

        // Enough is left after the last one that no machine is done before it is killed at the start.
        const goals = Array.from({ length: kills }, () => Math.floor(random() * 0.8 * count)).sort((a, b) => a - b);
        for (const [at, goal] of goals.entries()) {
          const delay = random() * 20;
          await run(async (child, reached) => {
            while (reached() <= goal && child.exitCode === null) await setTimeout(1);
            await setTimeout(delay);
            child.kill("SIGKILL");
          });
          if (at % 2 === 0)
            await run(async (child) => {
              await setTimeout(100 + random() * 600);
              child.kill("SIGKILL");
            });
        }
        expect(killed).toBe(kills + killsAtStart);
        await run(() => new Promise(() => {}));
        expect(acknowledged.filter(Boolean)).toHaveLength(count);

        const store = await openStore(place);
        const { items } = await store.messages(session);
        checkMessages(items, plan, acknowledged);
        const parents = new Set(items.map(({ parentId }) => parentId));
        const { leaves } = await store.leaves(session);
        expect(leaves.map(({ messageId }) => messageId)).toEqual(
          items.map(({ id }) => id).filter((id) => !parents.has(id)),
        );
        for (const { messageId, depth } of leaves.slice(-20))
          expect((await store.path(session, { leafId: messageId })).items).toHaveLength(depth);
        await store.close();
        // oxlint-disable-next-line no-console -- says that kills happened
        console.log(`${name}: ${killed} kills, ${items.length} messages, ${leaves.length} leaves`);
      },
    );
  },
);

/** Check that each planned message is there once, with the acknowledged id, after its planned parent. */
function checkMessages(
  items: readonly StoredMessage[],
  plan: readonly (number | null)[],
  acknowledged: readonly string[],
) {
  expect(items.map(({ meta }) => meta["number"])).toEqual(plan.map((_, number) => number));
  expect(items.map(({ id }) => id)).toEqual(acknowledged);
  expect(items.map(({ parts }) => parts[0]!.text)).toEqual(plan.map((_, number) => `message ${number}`));
  // The default leaf is the message before: there is one writer.
  const parentOf = (number: number) => items[plan[number] ?? number - 1];
  expect(items.map(({ parentId }) => parentId)).toEqual(plan.map((_, number) => parentOf(number)?.id ?? null));
  expect(items.map(({ depth }) => depth)).toEqual(plan.map((_, number) => (parentOf(number)?.depth ?? 0) + 1));
}
