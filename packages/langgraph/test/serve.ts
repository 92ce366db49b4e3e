import { StoreClient } from "@ccdag/client";
import { serveStore } from "@ccdag/server";
import { afterAll, beforeAll } from "vitest";
import { CcdagSaver } from "../src/index.ts";

/** A server with a store in memory for the tests of a file, a client of it, and what was asked of it. */
export interface Served {
  client: StoreClient;
  /** The requests, as `GET session/…`. */
  sent: string[];
  /** A saver as a new process has it, of the threads of this prefix (default: one that no other saver has). */
  saver: (prefix?: string) => CcdagSaver;
}

/** Start a server before the tests of a file, and stop it after them. */
export function serveForTests(): Served {
  const served = { sent: [] as string[] } as Served;
  let stop = () => Promise.resolve();
  let count = 0;
  beforeAll(async () => {
    const { url, token, close } = await serveStore({ port: 0 });
    stop = close;
    served.client = new StoreClient({
      baseUrl: url,
      token,
      fetch: (address, init) => {
        const request = new Request(address, init);
        served.sent.push(`${request.method} ${request.url.slice(url.length + 1)}`);
        return fetch(request);
      },
    });
    served.saver = (prefix = `test ${count++}`) => new CcdagSaver(served.client, { prefix });
  });
  afterAll(() => stop());
  return served;
}

/** All that a list has. */
export async function allOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
}
