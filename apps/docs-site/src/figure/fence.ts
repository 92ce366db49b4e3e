import type { MarkdownRenderer } from "vitepress";
import { drawLines } from "./lines.ts";
import { drawShape } from "./shape.ts";
import { escape } from "./svg.ts";

/** Plugin of markdown-it: the drawings of the documents, `shape` and `lines`, become pictures. */
export function drawings(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info, content } = tokens[index]!;
    const [language] = info.trim().split(" ");
    if (language === "shape") return figure("What the files record", drawShape(content), content);
    if (language === "lines") return figure("How it is told", drawLines(content), content);
    return fence?.(tokens, index, options, env, self) ?? "";
  };
}

function figure(caption: string, svg: string, text: string): string {
  const plain = `<details><summary>As text</summary><pre>${escape(text)}</pre></details>`;
  return `<figure class="drawn" v-pre><figcaption>${caption}</figcaption><div class="canvas" tabindex="0" role="group" aria-label="${caption}">${svg}</div>${plain}</figure>\n`;
}
