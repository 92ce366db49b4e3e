import type { Root } from "hast";
import type { ToPageOptions } from "./page-options.ts";
import { liveScript, liveScriptHash, loadScript, loadScriptHash, pageScript, pageScriptHash } from "../generated.ts";
import { toBody } from "./body.ts";
import { toShell } from "./shell.ts";
import { liveWords, servedWords } from "./served-words.ts";
import { defaultWords } from "./words.ts";

/**
 * Render a whole page. It loads nothing from elsewhere, and is complete without its script.
 *
 * @param content the content, as `toHast` returns it.
 * @param options title, language, stops and labels.
 * @returns the page as HTML.
 */
export function toPage(content: Root, options: ToPageOptions = {}): string {
  const { title = "ccdag", lang, hasFiles, part, live, shared, coloursLater } = options;
  const script =
    shared === undefined ? ([pageScript, pageScriptHash] as const) : ([loadScript, loadScriptHash] as const);
  const words = { ...defaultWords, ...servedWords, ...options.words };
  const { children, data } = toBody(content, options, live === undefined ? [] : words.servedHelp);
  return toShell(children, {
    title,
    lang,
    scripts: live === undefined ? [script] : [script, [liveScript, liveScriptHash]],
    isLive: live !== undefined,
    loadsScripts: shared !== undefined,
    styleFile: shared?.style,
    // Later updates may contain images.
    hasFiles: hasFiles || live !== undefined,
    mark: part && `ccdag part=${part[0]} of=${part[1]}`,
    data: {
      ...data,
      ...(coloursLater && { colours: "later" }),
      ...(live === undefined ? {} : { live, ...liveWords(words) }),
      ...(shared && { script: shared.script }),
    },
  });
}
