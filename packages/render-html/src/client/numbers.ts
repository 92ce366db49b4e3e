/** More lines than this get no numbers. */
const maxLines = 20_000;
/** Made so that a script in a page stays on one line, whatever a bundler does. */
const lineFeed = String.fromCodePoint(10);

/**
 * Number the lines of an output beside its text, also where lines wrap. The numbers are generated content: they are not
 * selected, copied or found.
 *
 * @param pre the block.
 * @param section the collapsible section around it; while it is closed, nothing is measured.
 */
export function numberLines(pre: HTMLElement, section: HTMLDetailsElement): void {
  const code = pre.querySelector("code");
  if (!code || code.matches(".language-diff") || pre.dataset["numbers"] !== undefined) return;
  // Makes room for the numbers.
  pre.dataset["numbers"] = "";
  let width = 0;
  new ResizeObserver(() => {
    if (!section.open || pre.clientWidth === width) return;
    width = pre.clientWidth;
    pre.dataset["numbers"] = numbersOf(code);
  }).observe(pre);
}

/** The numbers, each followed by as many line feeds as its line has rows. */
function numbersOf(code: HTMLElement): string {
  const tops = topsOf(code);
  const height = Number.parseFloat(getComputedStyle(code).lineHeight);
  let numbers = "";
  for (const [at, top] of tops.entries())
    numbers += `${at + 1}${lineFeed.repeat(Math.max(1, Math.round(((tops[at + 1] ?? top) - top) / height)))}`;
  return tops.length > maxLines ? "" : numbers;
}

/** Where each line begins, in pixels. */
function topsOf(code: HTMLElement): number[] {
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const tops: number[] = [];
  let isStart = true;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null)
    for (let at = 0; at < node.length && tops.length <= maxLines;) {
      if (isStart) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        tops.push(range.getBoundingClientRect().top);
      }
      const end = node.data.indexOf(lineFeed, at);
      isStart = end !== -1;
      at = isStart ? end + 1 : node.length;
    }
  return tops;
}
