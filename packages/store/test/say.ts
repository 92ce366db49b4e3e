import { type StoredMessage, type MessageContent, type Store, StoreError, type StoreErrorKind } from "../src/index.ts";

/** A message of a person that holds one text. */
export function user(text: string): MessageContent {
  return { role: "user", parts: [{ type: "text", text }], meta: {} };
}

/** An answer that holds one text. */
export function assistant(text: string): MessageContent {
  return { role: "assistant", parts: [{ type: "text", text }], meta: {} };
}

/** Append texts to a session, each after the one before; their ids. */
export async function say(store: Store, sessionId: string, ...texts: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const text of texts) ids.push((await store.append(sessionId, user(text))).message.id);
  return ids;
}

/** The texts of messages. */
export function textsOf(messages: readonly StoredMessage[]): string[] {
  return messages.flatMap(({ parts }) => parts.map(({ text }) => text ?? ""));
}

/** Why a call is refused: the code and the text of its error. */
export async function refusal(call: Promise<unknown>): Promise<{ code: StoreErrorKind; message: string }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof StoreError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("Unexpected answer, expected an error");
}

/** The code of the error that a call is refused with. */
export async function codeOf(call: Promise<unknown>): Promise<StoreErrorKind> {
  return (await refusal(call)).code;
}
