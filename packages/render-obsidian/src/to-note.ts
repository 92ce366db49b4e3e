import type { Anchor, Details } from "@ccdag/mdast";
import type { BlockContent, Heading, Image, Link, Paragraph, Parent, PhrasingContent, Root, RootContent } from "mdast";

/**
 * Convert a document to a note of a vault: collapsible sections become callouts, links become wikilinks, and anchors that
 * are the target of a link become blocks with an id, because a vault has no anchors.
 *
 * @param tree a document of `toMdast`; it is changed.
 * @param linked names of anchors in it that other notes link to.
 * @param inert returns the code of a block or span so that no plugin runs it.
 */
export function toNote(tree: Root, linked: ReadonlySet<string>, inert: (code: string) => string): Root {
  const wanted = new Set(linked);
  visit(tree, (parent) => {
    for (const child of parent.children)
      if (child.type === "link" && child.url.startsWith("#")) wanted.add(child.url.slice(1));
  });
  const named = new Set<string>();
  visit(tree, (parent) => {
    parent.children = parent.children.flatMap((child) => toVault(child, parent));
  });
  return tree;

  function toVault(child: RootContent, parent: Parent): RootContent[] {
    switch (child.type) {
      case "details":
        return [callout(child)];
      case "link":
        return wikilink(child);
      case "image":
        return [embed(child)];
      case "anchor":
        return parent.type === "root" || parent.type === "blockquote" ? blockIds([child]) : [];
      case "code":
      case "inlineCode":
        return [{ ...child, value: inert(child.value) }];
      case "heading":
      case "paragraph":
        return withBlockIds(child);
      default:
        return [child];
    }
  }

  /** Move the anchors of a block to lines with block ids below it, because a heading cannot have a block id. */
  function withBlockIds(block: Heading | Paragraph): RootContent[] {
    const anchors = block.children.filter((child): child is Anchor => child.type === "anchor");
    return [block, ...blockIds(anchors)];
  }

  function blockIds(anchors: readonly Anchor[]): BlockContent[] {
    return anchors.flatMap(({ id }) => {
      if (!wanted.has(id) || named.has(id)) return [];
      named.add(id);
      return [{ type: "paragraph", children: [{ type: "html", value: `⚓ ^${blockId(id)}` }] }];
    });
  }
}

/** A block id: it may hold only letters, digits and hyphens. */
function blockId(id: string): string {
  return decode(id)
    .replace(/[^A-Za-z\d]+/g, "-")
    .replace(/^-|-$/g, "");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A collapsed callout: Obsidian renders no Markdown inside `<details>`. */
function callout({ summary, children }: Details): BlockContent {
  const mark: PhrasingContent = { type: "html", value: "[!note]- " };
  const words: PhrasingContent = { type: "text", value: summary.replace(/\s+/g, " ") };
  return { type: "blockquote", children: [{ type: "paragraph", children: [mark, words] }, ...children] };
}

/** A link within the vault as a wikilink; other links stay as they are. */
function wikilink(link: Link): RootContent[] {
  const [, path = "", id = ""] = /^([^#]*)#?(.*)$/s.exec(link.url)!;
  if (/^[a-z][a-z\d+.-]*:/i.test(link.url)) return [link];
  const note = decode(path).replace(/^.*\//, "");
  if (note !== "" && !note.endsWith(".md")) return [{ type: "html", value: `[[${note}|${label(link)}]]` }];
  const name = note.replace(/\.md$/, "");
  // A link to the subject of a note leads to the note: each session has one.
  const subject = decode(id);
  const isNamed = subject.startsWith("session-") || name === subject || name.startsWith(`${subject}-`);
  const isWhole = name !== "" && (id === "" || isNamed);
  const target = isWhole ? name : `${name}#^${blockId(id)}`;
  return [{ type: "html", value: `[[${target}|${label(link)}]]` }];
}

function label(link: Link): string {
  const words = link.children.map((child) => ("value" in child ? child.value : "")).join("");
  return words.replace(/[[\]|^#%\\`<>$\s]+/g, " ").trim() || "…";
}

/** An image of the vault as an embed; any other image keeps its address. */
function embed(image: Image): RootContent {
  if (/^[a-z][a-z\d+.-]*:/i.test(image.url)) return image;
  return { type: "html", value: `![[${decode(image.url).replace(/^.*\//, "")}]]` };
}

/** Visit all parents, each before its children. Children that the visitor adds are visited too. */
function visit(tree: Root, visitor: (parent: Parent) => void): void {
  const stack: Parent[] = [tree];
  for (let parent = stack.pop(); parent; parent = stack.pop()) {
    visitor(parent);
    for (const child of parent.children) if ("children" in child) stack.push(child);
  }
}
