// Makes notes.html of notes.md.
import { readFile, writeFile } from "node:fs/promises";
import rehypeStringify from "rehype-stringify";
import remarkCcdag from "remark-ccdag";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { VFile } from "vfile";

const here = import.meta.dirname;
const notes = new VFile({ path: "notes.md", value: await readFile(`${here}/notes.md`) });
const file = await unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkCcdag, { roots: [`${here}/transcripts`] })
  .use(remarkRehype)
  .use(rehypeStringify)
  .process(notes);

for (const message of file.messages) console.warn(String(message));
await writeFile(`${here}/notes.html`, String(file));
