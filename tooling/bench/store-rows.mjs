// What the benchmark of the store measures with.
import { randomUUID } from "node:crypto";

/** A message of some 500 bytes. */
export function say(at) {
  const text = `${at} ${"The quick brown fox jumps over the lazy dog. ".repeat(10)}`;
  return { role: at % 2 === 0 ? "user" : "assistant", parts: [{ type: "text", text }], meta: {} };
}

/** How long a function takes, in milliseconds. */
export async function timed(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** The median of the times of a number of runs, without the first one. */
export async function timeOf(runs, run) {
  const times = [];
  for (let at = 0; at <= runs; at++) times.push(await timed(() => run(at)));
  return median(times.slice(1));
}

/** The median. */
export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

/** A session of so many messages, each after the one before. They are imported, which takes less time than appending them. */
export async function chain(store, size) {
  const id = randomUUID();
  const messages = [];
  for (let at = 0; at < size; at++)
    messages.push({
      ...say(at),
      id: randomUUID(),
      parentId: messages.at(-1)?.id ?? null,
      createdAt: new Date(1_700_000_000_000 + at),
    });
  const files = [{ path: `bench/${id}.jsonl`, bytes: Buffer.from(`${id}\n`) }];
  const derive = () => [{ id, messages, aliases: new Map() }];
  await store.transcripts.import(
    { files, variantOf: (path, number) => `${number}-${path}` },
    { idsIn: () => new Set(), derive },
  );
  return id;
}
