import type { SerializerProtocol } from "@langchain/langgraph-checkpoint";

/** A value as LangGraph's serializer wrote it: the kind that it gave, and JSON as text, other bytes as Base64. */
export type Packed = readonly [kind: string, text: string];

export async function pack(serializer: SerializerProtocol, value: unknown): Promise<Packed> {
  const [kind, bytes] = await serializer.dumpsTyped(value);
  if (kind === "json") return [kind, new TextDecoder().decode(bytes)];
  return [kind, btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))];
}

export async function unpack(serializer: SerializerProtocol, [kind, text]: Packed): Promise<unknown> {
  if (kind === "json") return serializer.loadsTyped(kind, text);
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return serializer.loadsTyped(kind, bytes);
}
