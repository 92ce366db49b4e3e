import type { Detector, RedactionFinding } from "../types.ts";
import { forms } from "./kinds.generated.ts";
import { isKey, isRandom } from "./random.ts";

interface Form {
  readonly kind: string;
  readonly head: string;
  /** How many characters follow the head in a whole key of one run; 0 for other forms. */
  readonly least: number;
  /** The whole key, at the place where its head is. */
  readonly expression: RegExp;
}

/** The fixed characters that the keys of a form begin with. */
function headOf(form: string): string {
  return form
    .slice(0, /(?<!\\)\[|$/.exec(form)!.index)
    .replaceAll("\\x20", " ")
    .replaceAll("\\", "");
}

/** Heads that are words, as in `cache_key_…`. */
const wordHead = /^(?:key|live|secret|sess|pa|pk|fk|fc|ck|cs|ak|as)[_-]$/;

/** A head such as `ghp_` is in no word, so the key may be joined to other letters. */
function isDistinctive(head: string): boolean {
  return head.length >= 4 && /[^A-Za-z0-9]/.test(head) && !wordHead.test(head);
}

/** How long the rest of a key with a distinctive head is at least, where it is cut off. */
const cutChars = 20;

/**
 * With a distinctive head a key may also be longer than the keys that are known, because vendors lengthen them, or shorter,
 * because the end of a line cut it off.
 */
function toForm(kind: string, source: string): Form {
  const head = headOf(source);
  const last = /\{(\d+)(?:,\d*)?\}$/.exec(source);
  const least = Number(last?.[1] ?? 0);
  const isOneRun = source.split(/(?<!\\)\[/).length === 2;
  if (!isDistinctive(head)) return { kind, head, least: 0, expression: new RegExp(`${source}(?![A-Za-z0-9])`, "y") };
  const start = last ? source.slice(0, last.index) : source;
  const count = last ? `{${isOneRun ? Math.min(least, cutChars) : least},}` : "";
  return { kind, head, least: isOneRun ? least : 0, expression: new RegExp(start + count, "y") };
}

const all = Object.entries(forms).flatMap(([kind, sources]) => sources.split(" ").map((form) => toForm(kind, form)));

/** For each head its forms, and those whose heads it begins with. */
const byHead = new Map(all.map(({ head }) => [head, all.filter((form) => head.startsWith(form.head))]));

const escape = (text: string): string => text.replace(/[^\w]/g, "\\$&");
const anyHead = [...byHead.keys()]
  .sort((one, other) => other.length - one.length || (one < other ? -1 : 1))
  .map(escape)
  .join("|");

/** The kinds of {@link keyForms}, in order. */
export const formKinds: readonly string[] = Object.keys(forms);

/**
 * Keys that begin with fixed characters. One expression finds the heads, and only the forms of that head are tried there.
 * After a match the search continues at its end, so each character is read a bounded number of times.
 */
export const keyForms: Detector = {
  name: "key-form",
  wraps: true,
  find(texts) {
    const findings: RedactionFinding[] = [];
    const heads = new RegExp(anyHead, "g");
    for (const [text, value] of texts.entries()) {
      heads.lastIndex = 0;
      for (let found = heads.exec(value); found; found = heads.exec(value)) {
        const from = found.index;
        const key = longest(value, from, found[0]);
        heads.lastIndex = key?.to ?? from + 1;
        if (key && isKeyOf(key, value.slice(from + key.head.length, key.to)))
          findings.push({ text, from, to: key.to, rule: key.kind });
      }
    }
    return findings;
  },
};

function longest(value: string, from: number, found: string): (Form & { readonly to: number }) | undefined {
  const joint = wordHead.test(found) ? /[A-Za-z0-9]$|[A-Za-z0-9]{2}[_-]$/ : /[A-Za-z0-9]$/;
  const isJoined = joint.test(value.slice(Math.max(0, from - 3), from));
  let best: (Form & { readonly to: number }) | undefined;
  for (const form of byHead.get(found)!) {
    if (isJoined && !isDistinctive(form.head)) continue;
    form.expression.lastIndex = from;
    if (form.expression.test(value) && form.expression.lastIndex > (best?.to ?? 0))
      best = { ...form, to: form.expression.lastIndex };
  }
  return best && { ...best, to: withoutStop(value, best.to) };
}

/**
 * Whether the rest of a key is real. A head that is only letters also occurs in
 * base64 of data, which have many zeros. What is cut off must look random.
 */
function isKeyOf({ head, least }: Form, rest: string): boolean {
  if (rest.length < least && !isRandom(rest)) return false;
  return isKey(rest) && (isDistinctive(head) || head.length >= 12 || !/A{3}/.test(rest));
}

/** A full stop after a key is the end of a sentence. */
function withoutStop(value: string, to: number): number {
  return value[to - 1] === "." ? to - 1 : to;
}
