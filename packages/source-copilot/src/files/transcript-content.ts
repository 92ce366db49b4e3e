import { readFile } from "node:fs/promises";
import { type JsonObject, objectOn } from "@ccdag/core";
import { headerType, isFork, toEvent } from "../events/event.ts";
import { cutTurns } from "./cut-turns.ts";
import type { StoredTurn } from "./session-store.ts";

/** Which lines of a log a transcript has. */
export interface TranscriptPart {
  /** The agent (default: the session). */
  readonly agent?: string | undefined;
  /** What its first line says. */
  readonly header: JsonObject;
  /** The session in which the agent began, if it is another one. */
  readonly copyOf?: string | undefined;
  /** The sessions that it was forked from, one after another; `undefined` where one is not known. */
  readonly origins: ReadonlyArray<string | undefined>;
  /** The turns of the session in the client's index (default: none). */
  readonly turns?: readonly StoredTurn[] | undefined;
}

/**
 * The lines of one transcript: those of a log that are of the session, or of one agent, below a line that names both. A line that
 * was copied from another session names that. All other bytes are as the client wrote them.
 *
 * What rewinds have cut from the log stands before them, as far as the client's index still has it.
 *
 * @param real the log.
 * @param part see {@link TranscriptPart}.
 */
export async function contentOf(
  real: string,
  { agent, header, copyOf, origins, turns = [] }: TranscriptPart,
): Promise<Uint8Array> {
  const events = splitLines(await readFile(real)).map((bytes) => {
    const raw = objectOn(bytes.toString("utf8"));
    return { bytes, raw, event: raw && toEvent(raw) };
  });
  // `begins` is what transcripts of this client are recognised by.
  const first = {
    ...(copyOf === undefined ? {} : { ccdag: { copyOf } }),
    type: headerType,
    begins: "session.start",
    ...(agent === undefined ? {} : { agentId: agent }),
    data: header,
  };
  const lines: Uint8Array[] = [toLine(first)];
  const own = events.flatMap(({ event }) => (event === undefined || event.agent !== agent ? [] : [event]));
  const cuts = new Map(cutTurns(own, turns).map((cut) => [cut.before, cut.events]));
  let fork = 0;
  for (const { bytes, raw, event } of events) {
    if (event && isFork(event)) fork++;
    // A line that is damaged may be of an agent; it is kept with the session.
    if (event?.agent !== agent) continue;
    const origin = origins[fork];
    const cut = event && cuts.get(event);
    for (const one of cut ?? []) lines.push(toLine(one));
    const marks = {
      ...(origin === undefined ? {} : { copyOf: origin }),
      ...(cut === undefined ? {} : { rewoundTo: cut[0]!["id"] }),
    };
    lines.push(raw && Object.keys(marks).length > 0 ? toLine({ ...raw, ccdag: marks }) : withEnd(bytes));
  }
  return Buffer.concat(lines);
}

/** The lines of a file, without their ends. */
function splitLines(content: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < content.length;) {
    const end = content.indexOf(0x0a, from);
    const to = end === -1 ? content.length : end;
    if (to > from) lines.push(content.subarray(from, to));
    from = to + 1;
  }
  return lines;
}

function toLine(value: JsonObject): Uint8Array {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

function withEnd(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, Buffer.from("\n")]);
}
