/**
 * The longest run of letters and digits that every match of a pattern contains, as far as it is easy to see: outside groups,
 * classes and alternatives, and not repeated or optional.
 *
 * @param source a regular expression that ignores case.
 * @returns the run in small letters; absent if none is found.
 */
export function requiredText(source: string): string | undefined {
  const runs = [""];
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const one = source[at]!;
    if (one === "\\") {
      // An escape is a class, an anchor, a number or a sign: no letter stands for itself there.
      at += escapeLength(source, at) - 1;
      runs.push("");
    } else if (one === "[") {
      at = endOfClass(source, at);
      runs.push("");
    } else if (one === "(") {
      depth++;
      runs.push("");
    } else if (one === ")") depth--;
    else if (one === "|" && depth === 0) return undefined;
    else if (one === "?" || one === "*" || one === "{") {
      // What may be absent is not required.
      runs[runs.length - 1] = runs.at(-1)!.slice(0, -1);
      runs.push("");
      if (one === "{") at = Math.max(at, source.indexOf("}", at));
    } else if (/[a-z\d]/i.test(one) && depth === 0) runs[runs.length - 1] += one;
    else runs.push("");
  }
  const [longest] = runs.sort((a, b) => b.length - a.length);
  return longest === "" ? undefined : longest!.toLowerCase();
}

/** How many characters an escape has: `\u00e9`, `\x41`, `\cA`, `\k<name>`, `\p{…}`, `\12`, `\w`. */
function escapeLength(source: string, at: number): number {
  return (
    /^\\(?:u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|k<[^>]*>|p\{[^}]*\}|\d+|.)/is.exec(source.slice(at, at + 80))?.[0]
      .length ?? 1
  );
}

function endOfClass(source: string, from: number): number {
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === "]") return at;
  }
  return source.length;
}
