import type { Content } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { collectAssets, type MdastOptions } from "../src/index.ts";
import { message, root, session, output } from "./render.ts";

const png = "iVBORw0KGgo=";
const image: Content = { type: "image", mediaType: "image/png", data: png };
const bill: Content = { type: "document", mediaType: "application/pdf", title: "Bill", data: "JVBERi0x" };
const render = (node: Content, options: MdastOptions) =>
  output(root(session("s", [message("a", "assistant", [node])])), options)
    .split("\n")
    .slice(6)
    .join("\n");

describe("images", () => {
  it.each<[MdastOptions["images"], string]>([
    ["link", 'paragraph\n  emphasis\n    text "[Image · image/png · 1 kB]"'],
    ["none", 'paragraph\n  emphasis\n    text "[Image · image/png · 1 kB · not shown]"'],
    ["embed", `paragraph\n  image data:image/png;base64,${png}`],
    ["files", "paragraph\n  image pics/4c4b6a3be1314ab86138.png"],
  ])("%s", (images, expected) => {
    expect(render(image, { images, asset: collectAssets("pics/").asset })).toBe(expected);
  });

  it("files: a document is a link to its file; without an asset function both are named", () => {
    const { asset, files } = collectAssets("");
    expect(render(bill, { images: "files", asset })).toMatch(/link [0-9a-f]{20}\.pdf\n {4}text "Document Bill/);
    expect(new TextDecoder().decode(files()[0]!.bytes)).toBe("%PDF-1");
    expect(render(image, { images: "files" })).toContain("[Image · image/png · 1 kB]");
  });

  it("the same image is one file, named by what is in it", () => {
    const { asset, files } = collectAssets("x/");
    const names = [png, png, "AAAA"].map((data) => asset({ mediaType: "image/png", data, isText: false }));
    expect(names[0]).toBe(names[1]);
    expect(files().map(({ path }) => path)).toEqual([names[0], names[2]]);
  });

  it.each<[string, Content]>([
    ["an image that is no image", { type: "image", mediaType: 'text/html" onload="x', data: png }],
    ["invalid bytes", { type: "image", mediaType: "image/png", data: "javascript:alert(1)" }],
    ["bytes that are cut off", { type: "image", mediaType: "image/png", data: "iVBOR" }],
  ])("%s is only named", (_, node) => {
    expect(render(node, { images: "embed" })).toMatch(/^paragraph\n {2}emphasis/);
    expect(render(node, { images: "files", asset: collectAssets("").asset })).toMatch(/^paragraph\n {2}emphasis/);
  });

  it("an address on the web is a link, any other address is text", () => {
    const at = (url: string): Content => ({ type: "image", mediaType: "image/png", url });
    expect(render(at("https://host.io/a.png"), {})).toContain("link https://host.io/a.png");
    expect(render(at("javascript:alert(1)"), {})).not.toContain("link");
  });

  it("marks what redaction removed", () => {
    expect(render({ type: "image", mediaType: "image/png", redacted: true }, { images: "embed" })).toContain(
      '"[Image · image/png · redacted]"',
    );
  });
});

describe("long output as a separate file", () => {
  const lines = Array.from({ length: 50 }, (_, at) => `line ${at}`).join("\n");
  const call: Content = {
    type: "toolCall",
    id: "t",
    name: "Bash",
    input: { command: "seq" },
    result: { type: "toolResult", children: [{ type: "text", value: lines }] },
  };

  it("is cut in the document, with a link to the whole", () => {
    const { asset, files } = collectAssets("out/");
    const document = render(call, { limit: 100, outputs: "files", asset });
    expect(document).toMatch(
      /text "… \d+ lines, \d+ characters "\n +link out\/[0-9a-f]{20}\.txt\n +text "in a separate file"/,
    );
    expect(new TextDecoder().decode(files()[0]!.bytes)).toBe(lines);
  });
});

describe("labels", () => {
  it("replace words and signs, in tables only the given rows", () => {
    const tree = root(
      session("s", [message("a", "assistant", [{ type: "toolCall", id: "t", name: "X", input: { a: 1 } }])]),
    );
    const document = output(tree, { labels: { session: "Sitzung", marks: { tool: "" }, actors: { claude: "C" } } });
    expect(document).toContain('text "Sitzung s"');
    expect(document).toContain('text "C');
    expect(document).toContain('details "X');
  });

  it("facts: false shows only the speaker", () => {
    const document = output(root({ ...session("s", [message("a", "assistant", [])]), cwd: "/x" }), { facts: false });
    expect(document).not.toMatch(/\/x|\d{4}-\d\d/);
    expect(document).toContain('text "Claude"');
  });
});
