import type { Delimiter, StateInline } from "markdown-it";

const tilde = "~".charCodeAt(0);
/** Marks of one tilde and of two are paired apart: markdown-it pairs those with the same number. */
const markers: Readonly<Record<number, number>> = { 1: tilde << 8, 2: tilde };

/** Rule of markdown-it: strikethrough of GFM, which one tilde or two on each side mark. The library's own knows two only. */
export function strikethrough(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== tilde) return false;
  const { can_open: open, can_close: close, length } = state.scanDelims(state.pos, true);
  state.push("text", "", 0).content = "~".repeat(length);
  state.pos += length;
  const marker = markers[length];
  if (marker !== undefined)
    state.delimiters.push({ marker, length: 0, token: state.tokens.length - 1, end: -1, open, close });
  return true;
}

/** Rule of markdown-it: what the pairs of tildes hold becomes struck through. */
export function pairStrikethrough({ tokens, delimiters, tokens_meta: others }: StateInline): void {
  for (const list of [delimiters, ...others.map((one) => one?.delimiters ?? [])]) pair(list);

  function pair(list: readonly Delimiter[]): void {
    for (const { marker, end, token } of list) {
      if (end === -1 || (marker !== markers[1] && marker !== markers[2])) continue;
      for (const [at, nesting] of [
        [token, 1],
        [list[end]!.token, -1],
      ] as const)
        Object.assign(tokens[at]!, { type: nesting === 1 ? "s_open" : "s_close", tag: "s", nesting, content: "" });
    }
  }
}
