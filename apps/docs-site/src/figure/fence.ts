import type { MarkdownRenderer } from "vitepress";
import { drawCase, isCase } from "./case.ts";
import { drawFlow } from "./flow.ts";
import { drawThreads } from "./threads.ts";
import { drawShape } from "./shape.ts";
import { escape } from "./svg.ts";
import { figure } from "./figure.ts";

/** A markdown-it plugin that replaces the drawings of the documents – `shape`, `threads` and `flow` – with SVG. */
export function drawings(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info, content } = tokens[index]!;
    const [language] = info.trim().split(" ");
    const rule = /(?:rule|copies)=([\w-]+)/.exec(info)?.[1];
    const file = /named=([\w-]+)/.exec(info)?.[1];
    if (language === "shape") return figure("What the files record", drawShape(content), asText(content));
    if (language === "threads")
      return figure(
        `How it is rendered${file === undefined ? "" : ` if ${file}.jsonl is named`}${rule === undefined ? "" : `: ${rule}`}`,
        drawThreads(content),
        asText(content),
      );
    if (language === "flow") return figure("Step by step", drawFlow(content), "");
    if (language === "text" && isCase(content)) {
      const [before, after] = drawCase(content);
      return figure("What is recorded", before) + figure("What is concluded", after, asText(content));
    }
    return fence?.(tokens, index, options, env, self) ?? "";
  };
}

function asText(text: string): string {
  return `<details><summary>As text</summary><pre>${escape(text)}</pre></details>`;
}
