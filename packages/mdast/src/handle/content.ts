import type { Document, Image, Text, Thinking, UnknownBlock } from "@ccdag/ccast";
import type { BlockContent, PhrasingContent } from "mdast";
import type { State } from "../types.ts";

/** Handler of text, which is untrusted. What the client put in beside it is collapsed. */
export function text({ value, context }: Text, state: State): BlockContent[] {
  if (context === undefined) return state.markdown(value);
  const inner = value.trim().slice(context.length + 2, -context.length - 3);
  return state.details(state.labels.context, state.markdown(inner.trim()));
}

/** Handler of thinking, in a collapsible section. */
export function thinking({ value, redacted }: Thinking, state: State): BlockContent[] {
  const { labels } = state;
  if (value.trim() === "")
    return redacted
      ? [state.paragraph({ type: "emphasis", children: [{ type: "text", value: labels.redacted }] })]
      : [];
  return state.details(labels.thinking, state.markdown(value), "thinking");
}

/** Handler of an image: the image if it can be shown, else its type and size. */
export function image(node: Image, state: State): BlockContent[] {
  const { mediaType, data } = node;
  const isImage = /^image\/[\w.+-]+$/.test(mediaType) && data !== undefined && isBase64(data);
  const url = isImage ? addressOf(mediaType, data, state) : undefined;
  if (url === undefined) return [asset(state.labels.image, node, state)];
  return [state.paragraph({ type: "image", url, alt: factsOf(state.labels.image, node).join(" · ") })];
}

function addressOf(mediaType: string, data: string, { images, embedLimit, asset: toFile }: State): string | undefined {
  const file = images === "files" || (images === "embed" && data.length > embedLimit);
  const url = file ? toFile({ mediaType, data, isText: false }) : undefined;
  return url ?? (images === "embed" ? `data:${mediaType};base64,${data.replace(/\s/g, "")}` : undefined);
}

/** Handler of a document: a link to a separate file, or its type and size. */
export function document(node: Document, state: State): BlockContent[] {
  const { mediaType, data } = node;
  const name = [state.labels.document, node.title].filter(Boolean).join(" ");
  const hasFile = state.images === "files" && data !== undefined && isBase64(data);
  const url = hasFile ? state.asset({ mediaType, data, isText: false }) : undefined;
  if (url === undefined) return [asset(name, node, state)];
  return [state.paragraph({ type: "link", url, children: [{ type: "text", value: factsOf(name, node).join(" · ") }] })];
}

function isBase64(data: string): boolean {
  return /^[A-Za-z0-9+/\s]+(?:={1,2}\s*)?$/.test(data) && data.replace(/[\s=]/g, "").length % 4 !== 1;
}

function factsOf(name: string, { mediaType, data }: Image | Document): string[] {
  const size = data === undefined ? undefined : `${Math.ceil((data.length * 3) / 4 / 1024)} kB`;
  return [name, mediaType, size].filter((fact) => fact !== undefined && fact !== "") as string[];
}

/** A note about an image or document, with a link if it has an address on the web. */
function asset(name: string, node: Image | Document, { labels, images }: State): BlockContent {
  const notes = [node.redacted && labels.imageRedacted, images === "none" && !node.redacted && labels.notShown];
  const facts = [...factsOf(name, node), ...notes.filter((note) => typeof note === "string")].join(" · ");
  const { url } = node;
  if (url === undefined || images === "none") return emphasis([{ type: "text", value: `[${facts}]` }]);
  const isLink = /^https?:\/\//i.test(url);
  const address: PhrasingContent = isLink
    ? { type: "link", url, children: [{ type: "text", value: url }] }
    : { type: "text", value: url };
  return emphasis([{ type: "text", value: `[${facts} · ` }, address, { type: "text", value: "]" }]);
}

function emphasis(children: PhrasingContent[]): BlockContent {
  return { type: "paragraph", children: [{ type: "emphasis", children }] };
}

/** Handler of a block of an unknown type: all of it, as JSON. */
export function unknown(node: UnknownBlock, state: State): BlockContent[] {
  if (node.type === "unknown" && node.blockType === "tool_reference") return toolReference(node.raw, state);
  const name = node.type === "unknown" ? node.blockType : (node as { type: string }).type;
  const raw = node.type === "unknown" ? node.raw : node;
  return state.details(`${state.labels.unknown}: ${name}`, state.code("json", JSON.stringify(raw, undefined, 2)));
}

/** The name of a tool that a tool search found. */
function toolReference(raw: unknown, state: State): BlockContent[] {
  const name = typeof raw === "object" && raw !== null && "tool_name" in raw ? String(raw.tool_name) : "";
  return [state.paragraph({ type: "inlineCode", value: name || JSON.stringify(raw) })];
}
