import type { ClientEventOptions } from "./client-options.ts";
import { readEvent } from "./read-answer.ts";
import { StoreRequestError } from "./store-request-error.ts";
import type { Transport } from "./transport.ts";
import type { ClientEvent } from "./types.ts";

/** After which silence a connection is taken for broken, in milliseconds: the server gives a sign each 15 seconds. */
const silenceMs = 45_000;

/** How long is waited before a connection is opened again, at first and at most, in milliseconds. */
const [firstWaitMs, maxWaitMs] = [200, 5000];

/** Follow the events of a route: where a connection breaks, the next one begins after the last event. */
export async function* followEvents(
  send: Transport,
  path: string,
  { after: start, signal }: ClientEventOptions,
): AsyncGenerator<ClientEvent, void, undefined> {
  let after = start;
  let hasAnswered = false;
  let waitMs = firstWaitMs;
  for (;;) {
    if (signal?.aborted) return;
    const connection = new Connection(signal);
    try {
      const headers = after === undefined ? {} : { "Last-Event-ID": after };
      const { data } = await send({ method: "GET", path, headers, stream: connection.signal });
      hasAnswered = true;
      for await (const line of eachLine(data as ReadableStream<Uint8Array>, connection)) {
        // An event is one line; the others are its id and kind, which it has itself.
        if (!line.startsWith("data:")) continue;
        const event = readEvent(JSON.parse(line.slice(5)));
        // A consumer may take its time.
        connection.rest();
        yield event;
        connection.hear();
        after = event.id;
        waitMs = firstWaitMs;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof StoreRequestError ? error.status < 500 || error.status === 501 : !hasAnswered) throw error;
    } finally {
      connection.end();
    }
    await waitFor(waitMs, signal);
    waitMs = Math.min(2 * waitMs, maxWaitMs);
  }
}

/** A connection that ends with a signal, and after a silence. */
class Connection {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly end = (): void => {
    this.rest();
    this.#outer?.removeEventListener("abort", this.end);
    this.#controller.abort();
  };

  constructor(outer: AbortSignal | undefined) {
    this.#outer = outer;
    outer?.addEventListener("abort", this.end);
    this.hear();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something came; the next silence begins. */
  hear(): void {
    this.rest();
    this.#timer = setTimeout(this.end, silenceMs);
  }

  /** Nothing is waited for. */
  rest(): void {
    clearTimeout(this.#timer);
  }
}

/** The whole lines of a stream. What is after the last end of a line was cut off. */
async function* eachLine(body: ReadableStream<Uint8Array>, connection: Connection): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let line = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    connection.hear();
    const [first = "", ...others] = decoder.decode(value, { stream: true }).split("\n");
    line += first;
    for (const next of others) {
      yield line;
      line = next;
    }
  }
}

function waitFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", done);
  });
}
