// Sessions, and documents that ask for them.
import type { Root } from "mdast";
import rehypeStringify from "rehype-stringify";
import remarkDirective from "remark-directive";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import type { VFile } from "vfile";
import { jsonl, sample, scratch } from "../../../tooling/tests/scratch.ts";
import remarkCcdag, { type RemarkCcdagOptions } from "../src/index.ts";

/** The sample, and nothing of this machine. */
export const ofSample: RemarkCcdagOptions = { roots: [sample], cache: false };

/** A session in a folder of its own: a prompt and an answer for each turn; its id is `s1`, its entries are `prompt-1`, `answer-1` … */
export function rootOf(...turns: ReadonlyArray<readonly [prompt: string, answer: string]>): RemarkCcdagOptions {
  const records = turns.flatMap(([prompt, answer], at) => {
    const common = { sessionId: "s1", timestamp: `2026-01-01T10:0${at}:00.000Z`, cwd: "/srv/app" };
    const number = at + 1;
    return [
      {
        ...common,
        type: "user",
        uuid: `prompt-${number}`,
        parentUuid: at === 0 ? null : `answer-${at}`,
        message: { content: prompt },
      },
      {
        ...common,
        type: "assistant",
        uuid: `answer-${number}`,
        parentUuid: `prompt-${number}`,
        message: { id: `m${number}`, model: "claude", content: [{ type: "text", text: answer }] },
      },
    ];
  });
  return { roots: [scratch({ "-srv-app/s1.jsonl": jsonl(...records) })], cache: false };
}

/** A block that asks for something. */
export const block = (input: string, meta = ""): string => `\`\`\`ccdag ${meta}\n${input}\n\`\`\`\n`;

const parsed = (options: RemarkCcdagOptions) =>
  unified().use(remarkParse).use(remarkDirective).use(remarkCcdag, options);

/** The document as Markdown, as people without remark-gfm get it. */
export const toMarkdown = (text: string, options: RemarkCcdagOptions): Promise<VFile> =>
  parsed(options).use(remarkStringify).process(text);

/** The document as HTML. Raw HTML passes if it is in the tree. */
export const toPage = (text: string, options: RemarkCcdagOptions): Promise<VFile> =>
  parsed(options)
    .use(remarkRehype, { allowDangerousHtml: true })
    .use(rehypeStringify, { allowDangerousHtml: true })
    .process(text);

/** The document as a tree. */
export async function toTree(text: string, options: RemarkCcdagOptions): Promise<Root> {
  const processor = parsed(options);
  return processor.run(processor.parse(text));
}
