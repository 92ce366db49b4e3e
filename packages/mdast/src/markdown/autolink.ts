import type { StateInline } from "markdown-it";
import type { Link, PhrasingContent, Text } from "mdast";

/** What ends an address in text; the second may be the end of the text of a link. */
const addressEnd = /[\s<]|\](?=[([])/g;
/** What is not part of an address where it stands at its end: punctuation, and the reference of a character. */
const trailing = /(?:[!"'*,.:;?_~\]]|&[a-z0-9]+;)$/i;

/**
 * The end of an address in text, by the rules of GFM: at a space or `<`, without punctuation at its end, and without a
 * closing bracket that is opened before the address.
 *
 * @returns `undefined` if there is no domain with a name of the top level.
 */
function endOf(text: string, domain: number): number | undefined {
  const name = /^[\p{L}\p{N}\p{M}_.-]+/u.exec(text.slice(domain, domain + 256))?.[0] ?? "";
  const labels = name.split(".").filter(Boolean);
  if (labels.slice(-2).some((label) => label.includes("_")) || !/[\p{L}\p{N}]/u.test(name)) return undefined;
  addressEnd.lastIndex = domain + name.length;
  let end = addressEnd.exec(text)?.index ?? text.length;
  const address = text.slice(domain, end);
  let more = count(address, ")") - count(address, "(");
  while (end > domain + 1) {
    const last = text.slice(Math.max(domain, end - 12), end);
    if (last.endsWith(")") && more > 0) {
      end--;
      more--;
      continue;
    }
    const found = trailing.exec(last)?.[0];
    if (found === undefined) break;
    end -= found.length;
  }
  return end;
}

function count(text: string, sign: string): number {
  let found = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) found++;
  return found;
}

/** Rule of markdown-it: an address with `http://` or `https://` in text is a link, whatever marks it holds. */
export function autolink(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (state.linkLevel > 0 || !src.startsWith("://", pos)) return false;
  const scheme = /(?<![a-z])https?$/i.exec(src.slice(Math.max(0, pos - 6), pos))?.[0];
  if (scheme === undefined || !state.pending.endsWith(scheme)) return false;
  const end = endOf(src, pos + 3);
  if (end === undefined) return false;
  if (!silent) {
    state.pending = state.pending.slice(0, -scheme.length);
    const url = src.slice(pos - scheme.length, end);
    state.push("link_open", "a", 1).attrs = [["href", url]];
    state.push("text", "", 0).content = url;
    state.push("link_close", "a", -1);
  }
  state.pos = end;
  return true;
}

const bare = /(?<![\p{L}\p{N}/_.+-])(?:www\.(?=[^\s<])|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/giu;

/**
 * Split a text at addresses that begin with `www.`, and at e-mail addresses, which become links by the rules of GFM.
 *
 * @param value a text outside of links.
 * @returns texts and links, in order.
 */
export function splitAtLinks(value: string): PhrasingContent[] {
  const nodes: PhrasingContent[] = [];
  let last = 0;
  bare.lastIndex = 0;
  for (let found = bare.exec(value); found; found = bare.exec(value)) {
    const [match] = found;
    const isMail = match.includes("@");
    const end = isMail ? endOfMail(found) : endOf(value, found.index);
    if (end === undefined) continue;
    const words = value.slice(found.index, end);
    if (found.index > last) nodes.push(textNode(value.slice(last, found.index)));
    nodes.push(link(`${isMail ? "mailto:" : "http://"}${words}`, words));
    last = bare.lastIndex = end;
  }
  if (last < value.length) nodes.push(textNode(value.slice(last)));
  return nodes;
}

/** The end of an e-mail address. What ends in a number is the version of a package, such as `name@1.2.0`. */
function endOfMail({ 0: match, index }: RegExpExecArray): number | undefined {
  const isMail = !/[-_\d]$/.test(match) && !match.slice(match.indexOf("@")).includes("_");
  return isMail ? index + match.length : undefined;
}

function textNode(value: string): Text {
  return { type: "text", value };
}

function link(url: string, words: string): Link {
  return { type: "link", title: null, url, children: [textNode(words)] };
}
