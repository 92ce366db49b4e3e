import type { Nodes, PhrasingContent, Root } from "mdast";

/** Protocols that open a page, an e-mail or a chat, and run no code. */
const safeProtocols: ReadonlySet<string> = new Set(["http", "https", "irc", "ircs", "mailto", "xmpp"]);

/**
 * Make untrusted Markdown safe, in place. An image on the web becomes a link, so that a viewer fetches nothing. A link with
 * an address that is not safe ({@link isSafeAddress}) becomes text with its address. A heading is at most one level below the one
 * before it.
 *
 * @param tree a tree of `parseMarkdown`.
 * @param depth the depth of the heading above it, from 0 to 6.
 * @param keepsImages whether images with a safe address stay images (default: `false`).
 */
export function defuse(tree: Root, depth: number, keepsImages = false): void {
  let last = depth;
  const stack: Nodes[] = [tree];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === "heading") last = node.depth = Math.min(node.depth, last + 1) as typeof node.depth;
    if (!("children" in node)) continue;
    if (node.children.some(({ type }) => type === "image" || type === "link"))
      node.children = (node.children as Nodes[]).flatMap((child) =>
        toSafeLink(child, keepsImages),
      ) as typeof node.children;
    for (const child of [...node.children].reverse()) stack.push(child);
  }
}

function toSafeLink(node: Nodes, keepsImages: boolean): Nodes[] {
  if (node.type !== "image" && node.type !== "link") return [node];
  const { url, title } = node;
  const words: PhrasingContent[] =
    node.type === "link" && node.children.length > 0
      ? node.children
      : [{ type: "text", value: (node.type === "image" && node.alt) || url }];
  if (isSafeAddress(url)) {
    if (node.type === "image" && keepsImages) return [node];
    return [{ type: "link", url, title: title ?? null, children: words }];
  }
  const notes = [url, ...(title ? [`"${title}"`] : [])].join(" ");
  return [...words, { type: "text", value: ` (${notes})` }];
}

/**
 * Whether a link in untrusted text may lead to an address: its protocol opens a page, an e-mail or a chat and runs no code, or
 * it has none.
 *
 * @param url as it is in the text.
 */
export function isSafeAddress(url: string): boolean {
  const [, protocol] = /^([^/?#]*?):/.exec(url) ?? [];
  return protocol === undefined || safeProtocols.has(protocol.toLowerCase());
}
