import { spansOf } from "./escape-tags.ts";

/**
 * What a forge makes live: the name of a person or team after `@`, the number of an issue after `#`, `!` or `GH-`, in
 * the middle of a word too, for a link may end there. `&#12;` is a character.
 */
const live = /@(?=[A-Za-z0-9])|!(?=\d)|(?<!&)#(?=\d)|#(?=\d+(?![\d;]))|GH-(?=\d)/gi;
/** An address of mail calls nobody. */
const mail = /^@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]*[A-Za-z0-9])+(?!\.?[\w@-])/;
/** An address that leads up to here, bare or as the target of a link; and its path. */
const address = /(?:^|[\s(<])(?:https?:\/\/|www\.)[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+((?:[/?#][\w/?=&%.:+@#~-]*)?)$/;
/** Nothing, to a reader; the mark and the name are no longer one text. */
const gap = "<!-- -->";

/**
 * Let nobody be called and no issue be referred to by words that somebody else said: the mark is parted from the name.
 *
 * @param lines the lines of a text; they are changed.
 * @param code the numbers, from 1, of those that are code blocks, where nothing is live.
 */
export function defuse(lines: string[], code: ReadonlySet<number>): void {
  for (let from = 0; from < lines.length;) {
    let to = from;
    while (to < lines.length && lines[to]!.trim() !== "" && !code.has(to + 1)) to++;
    let spans: Array<ReadonlyArray<readonly [number, number]>> | undefined;
    for (let index = from; index < to; index++) {
      if (lines[index]!.search(live) === -1) continue;
      spans ??= spansOf(lines.slice(from, to));
      // An address may hold the mark that a span would begin with.
      const isSure = !/(?:\/\/|www\.)\S*`/i.test(lines[index]!);
      lines[index] = defuseText(lines[index]!, isSure ? spans[index - from] : []);
    }
    from = Math.max(to, from + 1);
  }
}

/** The same of words on one line. */
export function defuseText(line: string, spans: ReadonlyArray<readonly [number, number]> = []): string {
  /** Where the last mark was parted: an address ends there. */
  let parted = -1;
  return line.replace(live, (mark, at: number) => {
    const isMail = /[\w.+-]/.test(line[at - 1] ?? "") && mail.test(line.slice(at, at + 300));
    if (isMail || isInAddress(at, mark) || spans.some(([from, to]) => from < at && at < to)) return mark;
    parted = at;
    return `${mark}${gap}`;
  });

  /** In an address a comment would break it. */
  function isInAddress(at: number, mark: string): boolean {
    const from = Math.max(0, at - 2000);
    const found = address.exec(line.slice(from, at));
    if (found === null || from + found.index <= parted) return false;
    return found[1] !== "" || mark === "#";
  }
}
