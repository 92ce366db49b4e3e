import type { Anchor, Details } from "@ccdag/mdast";
import type { BlockContent, Heading, Image, Link, Paragraph, Parent, PhrasingContent, Root, RootContent } from "mdast";

/**
 * A document as a note of a vault: folds are callouts, links are wikilinks, and places that something leads to are
 * blocks with a name, for in a vault there are no anchors.
 *
 * @param tree a document of `toMdast`; it is changed.
 * @param linked names of places in it that other notes lead to.
 */
export function toNote(tree: Root, linked: ReadonlySet<string>): Root {
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
        return parent.type === "root" || parent.type === "blockquote" ? names([child]) : [];
      case "heading":
      case "paragraph":
        return withNames(child);
      default:
        return [child];
    }
  }

  /** What anchors stood in a block becomes the name of a line below it: a heading cannot have one. */
  function withNames(block: Heading | Paragraph): RootContent[] {
    const anchors = block.children.filter((child): child is Anchor => child.type === "anchor");
    return [block, ...names(anchors)];
  }

  function names(anchors: readonly Anchor[]): BlockContent[] {
    return anchors.flatMap(({ id }) => {
      if (!wanted.has(id) || named.has(id)) return [];
      named.add(id);
      return [{ type: "paragraph", children: [{ type: "html", value: `⚓ ^${blockName(id)}` }] }];
    });
  }
}

/** The name of a block holds letters, digits and hyphens alone. */
function blockName(id: string): string {
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

/** A callout that is folded; Obsidian folds no Markdown in HTML. */
function callout({ summary, children }: Details): BlockContent {
  const mark: PhrasingContent = { type: "html", value: "[!note]- " };
  const words: PhrasingContent = { type: "text", value: summary.replace(/\s+/g, " ") };
  return { type: "blockquote", children: [{ type: "paragraph", children: [mark, words] }, ...children] };
}

/** A link within the vault; what leads out of it stays as it is. */
function wikilink(link: Link): RootContent[] {
  const [, path = "", id = ""] = /^([^#]*)#?(.*)$/s.exec(link.url)!;
  if (/^[a-z][a-z\d+.-]*:/i.test(link.url)) return [link];
  const note = decode(path).replace(/^.*\//, "");
  if (note !== "" && !note.endsWith(".md")) return [{ type: "html", value: `[[${note}|${label(link)}]]` }];
  const name = note.replace(/\.md$/, "");
  // The head of what the note tells is the note.
  const isWhole = name !== "" && (id === "" || name === decode(id) || name.startsWith(`${decode(id)}-`));
  const target = isWhole ? name : `${name}#^${blockName(id)}`;
  return [{ type: "html", value: `[[${target}|${label(link)}]]` }];
}

function label(link: Link): string {
  const words = link.children.map((child) => ("value" in child ? child.value : "")).join("");
  return words.replace(/[[\]|^#%\\`<>$\s]+/g, " ").trim() || "…";
}

/** A file of the vault, shown; any other image keeps its address. */
function embed(image: Image): RootContent {
  if (/^[a-z][a-z\d+.-]*:/i.test(image.url)) return image;
  return { type: "html", value: `![[${decode(image.url).replace(/^.*\//, "")}]]` };
}

/** Parents first; the children of what takes a child's place are visited too. */
function visit(tree: Root, visitor: (parent: Parent) => void): void {
  const open: Parent[] = [tree];
  for (let parent = open.pop(); parent; parent = open.pop()) {
    visitor(parent);
    for (const child of parent.children) if ("children" in child) open.push(child);
  }
}
