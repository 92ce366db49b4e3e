import type { Document, Image, Text, Thinking, UnknownBlock } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import type { State } from "../types.ts";

/** Text by a stranger. */
export function text({ value }: Text, state: State): BlockContent[] {
  return state.markdown(value);
}

/** Thinking, folded. */
export function thinking({ value, redacted }: Thinking, state: State): BlockContent[] {
  const { labels } = state;
  if (value.trim() === "")
    return redacted
      ? [state.paragraph({ type: "emphasis", children: [{ type: "text", value: labels.redacted }] })]
      : [];
  return state.details(labels.thinking, state.markdown(value));
}

/** An image: the address where there is one, else what it is and how large. */
export function image(node: Image, state: State): BlockContent[] {
  return [asset(state.labels.image, node, state)];
}

/** A document, as an image. */
export function document(node: Document, state: State): BlockContent[] {
  return [asset([state.labels.document, node.title].filter(Boolean).join(" "), node, state)];
}

function asset(name: string, { mediaType, data, url, redacted }: Image | Document, state: State): BlockContent {
  const size = data === undefined ? undefined : `${Math.ceil((data.length * 3) / 4 / 1024)} kB`;
  const facts = [name, mediaType, size, url, redacted && state.labels.takenOut].filter(Boolean).join(" · ");
  return state.paragraph({ type: "emphasis", children: [{ type: "text", value: `[${facts}]` }] });
}

/** A block of a type that nobody knows, whole. */
export function unknown(node: UnknownBlock, state: State): BlockContent[] {
  if (node.type === "unknown" && node.blockType === "tool_reference") return toolReference(node.raw, state);
  const name = node.type === "unknown" ? node.blockType : (node as { type: string }).type;
  const raw = node.type === "unknown" ? node.raw : node;
  return state.details(`${state.labels.unknown}: ${name}`, state.code("json", JSON.stringify(raw, undefined, 2)));
}

/** The name of a tool that a search for tools has found. */
function toolReference(raw: unknown, state: State): BlockContent[] {
  const name = typeof raw === "object" && raw !== null && "tool_name" in raw ? String(raw.tool_name) : "";
  return [state.paragraph({ type: "inlineCode", value: name || JSON.stringify(raw) })];
}
