// Forms of keys, as data: a form is a list of parts, and a part is a set of characters with a smallest and a largest count.
// `[A-Za-z0-9]{36}` and `ghp_` are such parts; there are no choices, look-arounds or nested repeats in a form.

/** @typedef {{ chars: string, min: number, max: number }} Part */

const named = {
  d: "0-9",
  w: "0-9A-Z_a-z",
  alnum: "0-9A-Za-z",
};

/**
 * Expand a regular expression of a rule list into forms.
 *
 * @param {string} source without look-arounds; `(?i)` is understood.
 * @returns {Part[][]} one form for each alternative.
 * @throws {Error} for a syntax that no form can express.
 */
export function expand(source) {
  let at = 0;
  const expanded = choice(false);
  if (at < source.length) throw new Error(`Unexpected \`${source.slice(at)}\``);
  return expanded.map(joinLiterals);

  function choice(ignoresCase) {
    const all = [];
    let forms = [[]];
    let insensitive = ignoresCase;
    while (at < source.length && source[at] !== ")") {
      if (source[at] === "|") {
        at++;
        all.push(...forms);
        forms = [[]];
        continue;
      }
      const flag = /^\(\?(-?)i\)/.exec(source.slice(at));
      if (flag) {
        insensitive = flag[1] === "";
        at += flag[0].length;
        continue;
      }
      const parts = repeat(atom(insensitive));
      forms = forms.flatMap((form) => parts.map((part) => [...form, ...part]));
      if (forms.length > 64) throw new Error(`Unexpected number of alternatives in \`${source}\``);
    }
    return [...all, ...forms];
  }

  function atom(ignoresCase) {
    const group = /^\((?:\?(?::|(-?)i:|P?<\w+>))?/.exec(source.slice(at));
    if (group) {
      if (/^\(\?(?:s|[=!]|<[=!])/.test(source.slice(at))) throw new Error("Unexpected kind of group");
      at += group[0].length;
      const inner = choice(group[1] === undefined ? ignoresCase : group[1] === "");
      at++;
      return inner;
    }
    if (/^(?:\\[bz]|[$^])/.test(source.slice(at))) {
      at += source[at] === "\\" ? 2 : 1;
      return [[]];
    }
    if (source[at] === ".") throw new Error("Unexpected `.`");
    const [chars, length] = source[at] === "[" ? setAt(source, at) : characterAt(source, at);
    const isLiteral = source[at] !== "[" && chars.length === 1;
    at += length;
    return [[{ chars: ignoresCase && !isLiteral ? bothCases(chars) : chars, min: 1, max: 1 }]];
  }

  function repeat(forms) {
    const found = /^(?:\{(\d+)(,?)(\d*)\}|([?*+]))\??/.exec(source.slice(at));
    if (!found) return forms;
    at += found[0].length;
    const [, least, comma, most, sign] = found;
    const min = sign ? Number(sign === "+") : Number(least);
    const max = sign ? (sign === "?" ? 1 : Infinity) : comma === "" ? min : most === "" ? Infinity : Number(most);
    if (forms.length === 1 && forms[0].length === 1 && forms[0][0].max === 1) return [[{ ...forms[0][0], min, max }]];
    if (min === 0 && max === 1) return [[], ...forms];
    if (min !== max || forms.length !== 1) throw new Error("Unexpected repeat of a group");
    return [Array.from({ length: min }, () => forms[0]).flat()];
  }
}

function setAt(source, start) {
  let at = start + 1;
  let chars = "";
  while (source[at] !== "]") {
    const posix = /^\[:(\w+):\]/.exec(source.slice(at));
    if (posix) {
      chars += named[posix[1]];
      at += posix[0].length;
      continue;
    }
    const [one, length] = characterAt(source, at);
    at += length;
    chars += one === "-" ? "\u0000" : one;
    if (source[at] === "-" && source[at + 1] !== "]") {
      chars += "-";
      at++;
    }
  }
  return [normal(chars), at + 1 - start];
}

function characterAt(source, at) {
  if (source[at] !== "\\") return [source[at], 1];
  if (source[at + 1] === "x") return [String.fromCharCode(Number.parseInt(source.slice(at + 2, at + 4), 16)), 4];
  return [named[source[at + 1]] ?? source[at + 1], 2];
}

/** All characters of a set such as `a-f0-9_`; a hyphen that is meant itself is at the end. */
export function charactersOf(chars) {
  const all = new Set();
  for (let at = 0; at < chars.length; at++) {
    const code = chars.charCodeAt(at);
    const isRange = chars[at + 1] === "-" && at + 2 < chars.length;
    const end = isRange ? chars.charCodeAt(at + 2) : code;
    for (let each = code; each <= end; each++) all.add(String.fromCharCode(each === 0 ? 45 : each));
    if (isRange) at += 2;
  }
  return [...all];
}

/** A set in one spelling: ranges in order, the hyphen at the end. */
function normal(chars) {
  const all = charactersOf(chars).sort((one, other) => one.charCodeAt(0) - other.charCodeAt(0));
  let set = "";
  let hyphen = "";
  for (let at = 0; at < all.length; at++) {
    let end = at;
    while (all[end + 1]?.charCodeAt(0) === all[end].charCodeAt(0) + 1 && all[end] !== "-") end++;
    if (all[at] === "-") hyphen = "-";
    else if (end - at > 1) set += `${all[at]}-${all[(at = end)]}`;
    else set += all[at];
  }
  return set + hyphen;
}

function bothCases(chars) {
  const all = charactersOf(chars);
  return normal(
    [...all, ...all.map((one) => one.toLowerCase()), ...all.map((one) => one.toUpperCase())]
      .filter((one) => one !== "-")
      .join("") + (all.includes("-") ? "\u0000" : ""),
  );
}

/** Literals next to each other become one part, with `min` 0 as its mark. */
function joinLiterals(form) {
  const joined = [];
  for (const part of form) {
    const last = joined.at(-1);
    const isLiteral = charactersOf(part.chars).length === 1 && part.min === part.max;
    const text = isLiteral ? part.chars.replace("\u0000", "-").repeat(part.min) : undefined;
    if (text !== undefined && last?.text !== undefined) last.text += text;
    else joined.push(text === undefined ? part : { text });
  }
  return joined;
}

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll(" ", "\\x20");

/** A form in the notation of regular expressions. */
export function notation(form) {
  return form
    .map(({ text, chars, min, max }) => {
      if (text !== undefined) return escaped(text);
      const count = min === 1 && max === 1 ? "" : min === max ? `{${min}}` : `{${min},${max === Infinity ? "" : max}}`;
      return `[${chars.replace(/[\\\]^]/g, "\\$&")}]${count}`;
    })
    .join("");
}

/**
 * A key of a form.
 *
 * @param form its parts.
 * @param random a function that returns a whole number below its argument.
 */
export function sample(form, random) {
  return form
    .map(({ text, chars, min, max }) => {
      if (text !== undefined) return text;
      const all = charactersOf(chars);
      const count = min + random(Math.min(max, min + 8) - min + 1);
      return Array.from({ length: count }, () => all[random(all.length)]).join("");
    })
    .join("");
}

/** A generator of pseudo-random whole numbers below a bound (mulberry32): the same seed gives the same numbers. */
export function seeded(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
