import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** What a model answers: a text, or a call of a tool. */
export type Reply = string | { readonly tool: string; readonly input: object };

/** A request of the Messages API. */
interface Asked {
  readonly messages: ReadonlyArray<{ readonly role: string; readonly content: unknown }>;
  readonly tools?: ReadonlyArray<{ readonly name: string }>;
}

/** A model on this machine that says what a script says. */
export interface Model {
  readonly url: string;
  /** The requests of a conversation, in order; those that only want a title are none. */
  readonly asked: readonly Asked[];
  /** Forget the requests, and answer the next ones with these. */
  script(...replies: Reply[]): void;
  close(): void;
}

/** Start a model that answers as the Messages API does, in a stream of events. */
export async function startModel(): Promise<Model> {
  let asked: Asked[] = [];
  let replies: Reply[] = [];
  const server = createServer((request, response) => {
    void json(request).then(
      (body) => {
        const isTalk = ((body as Asked).tools ?? []).length > 0;
        if (isTalk) asked.push(body as Asked);
        answer(response, isTalk ? (replies.shift() ?? "Done.") : "A title");
      },
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get asked() {
      return asked;
    },
    script(...next) {
      asked = [];
      replies = next;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

let count = 0;

function answer(response: ServerResponse, reply: Reply): void {
  const id = `${++count}`.padStart(8, "0");
  const usage = { input_tokens: 1, output_tokens: 1 };
  const isText = typeof reply === "string";
  const message = { id: `msg_${id}`, type: "message", role: "assistant", model: "scripted", content: [], usage };
  const events = [
    { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } },
    {
      type: "content_block_start",
      index: 0,
      content_block: isText
        ? { type: "text", text: "" }
        : { type: "tool_use", id: `toolu_${id}`, name: reply.tool, input: {} },
    },
    {
      type: "content_block_delta",
      index: 0,
      delta: isText
        ? { type: "text_delta", text: reply }
        : { type: "input_json_delta", partial_json: JSON.stringify(reply.input) },
    },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: isText ? "end_turn" : "tool_use", stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""));
}
