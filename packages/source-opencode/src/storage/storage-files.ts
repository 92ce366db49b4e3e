import { basename } from "node:path";
import type { ClientFile, TranscriptPlace } from "@ccdag/files/clients";
import type { Copies } from "../find-copies.ts";
import { toCalls } from "../database/spawning-calls.ts";
import { type OpencodeSession, stateOf } from "../database/read-facts.ts";
import { createdAt, partsOf } from "../history/opencode-message.ts";
import type { ArrangedLine } from "../lines/arranged-line.ts";
import { makeLines } from "../lines/make-lines.ts";
import { toJsonl } from "../lines/to-jsonl.ts";
import { placeOf } from "../place-of.ts";
import { digest, number, object, objects, text } from "../read-value.ts";
import { pathsOf } from "./session-paths.ts";
import { filesIn, read, readList, storedMessages } from "./read-stored.ts";

/** What is remembered of a stored session. */
export interface StoredFacts extends OpencodeSession {
  /** Its messages: id and time. */
  readonly messages: ReadonlyArray<readonly [id: string, created: number]>;
}

/** The newest files of a session: it has changed when one of them has. */
export function besideStored({ path, real }: ClientFile): string[] {
  const { messages, parts, todo } = pathsOf(path, real);
  const last = filesIn(messages).at(-1);
  if (last === undefined) return [messages, todo];
  const folder = parts(basename(last, ".json"));
  return [messages, todo, last, folder, ...filesIn(folder)];
}

/** Read what must be known of a stored session. */
export function storedFacts({ path, real }: ClientFile): StoredFacts {
  const info = read(real);
  const time = object(info["time"]);
  const messages = storedMessages(pathsOf(path, real));
  const facts = {
    id: text(info["id"]) ?? basename(real, ".json"),
    parent: text(info["parentID"]),
    cwd: text(info["directory"]) ?? messages.map((message) => text(object(message.info["path"])["cwd"])).find(Boolean),
    created: number(time["created"]) ?? 0,
    updated: number(time["updated"]) ?? 0,
    calls: toCalls(messages.flatMap((message) => partsOf(message).map(({ data }) => data))),
    messages: messages.map((message) => [message.id, createdAt(message)] as const),
  };
  const sizes = messages.map(({ parts }) => [...parts.values()].map(({ data }) => JSON.stringify(data).length));
  return { ...facts, state: digest([info, sizes]) };
}

/** Where a stored session belongs. */
export function placeStored(
  path: string,
  session: StoredFacts,
  all: ReadonlyMap<string, OpencodeSession>,
  copies: Copies,
): TranscriptPlace {
  return {
    ...placeOf(session, all),
    of: [path],
    state: stateOf(session, copies),
    time: session.updated,
    content: async ([real]) => storedLines(path, real!, session.id, copies),
  };
}

function storedLines(path: string, real: string, session: string, copies: Copies): string {
  const paths = pathsOf(path, real);
  const messages = storedMessages(paths);
  return toJsonl(
    makeLines({
      id: session,
      row: `session/${session}`,
      data: read(real),
      messages,
      copies,
      others: todosIn(paths.todo, session),
    }),
  );
}

function todosIn(path: string, session: string): ArrangedLine[] {
  return objects(readList(path)).map((data, at) => ({ opencode: "todo", row: `todo/${session}/${at}`, session, data }));
}
