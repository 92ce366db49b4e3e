import { originFacts } from "./origins.ts";
import type { Message } from "./types.ts";

/**
 * Whether a message begins a turn: a prompt, command or queued prompt of a person, but not one that steers a running
 * turn.
 *
 * @param message the message.
 */
export function beginsTurn({ actor, origin }: Message): boolean {
  return actor === "human" && originFacts(origin).beginsTurn === true;
}

/**
 * Counts where a message id may stand for another call. Some gateways give one id to all answers: without the id of a request,
 * messages are parts of one call only if nobody has spoken between them; and of two that stand one after the other each is a call
 * of its own, because parts would be one message.
 */
export class CallTurns {
  #turn = 0;
  #last: string | undefined;

  of(message: Message): number {
    if (beginsTurn(message) || (message.messageId !== undefined && message.messageId === this.#last)) this.#turn++;
    this.#last = message.messageId;
    return this.#turn;
  }
}
