import { serveStore } from "@ccdag/server";
import { afterAll, beforeAll } from "vitest";
import { type ClientMessage, StoreClient } from "../src/index.ts";

/** A server with a store in memory for the tests of a file, on a free port, and a client of it. */
export interface Served {
  client: StoreClient;
  url: string;
  token: string;
}

/** Start a server before the tests of a file, and stop it after them. */
export function serveForTests(): Served {
  const served = {} as Served;
  let stop = () => Promise.resolve();
  beforeAll(async () => {
    const { url, token, close } = await serveStore({ port: 0 });
    stop = close;
    Object.assign(served, { url, token, client: new StoreClient({ baseUrl: url, token }) });
  });
  afterAll(() => stop());
  return served;
}

/** A message of chat completions. */
export const user = (content: string) => ({ role: "user", content });
export const assistant = (content: string) => ({ role: "assistant", content });

/** A new session with messages in turns, each after the one before. */
export async function sessionWith(
  client: StoreClient,
  ...texts: readonly string[]
): Promise<{ id: string; messages: ClientMessage[] }> {
  const { id } = await client.sessions.create();
  const messages: ClientMessage[] = [];
  for (const [at, text] of texts.entries())
    messages.push(await client.sessions.storeMessage(id, at % 2 === 0 ? user(text) : assistant(text)));
  return { id, messages };
}

/** An id that no session and no message has. */
export const nobody = "11111111-1111-4111-8111-111111111111";
