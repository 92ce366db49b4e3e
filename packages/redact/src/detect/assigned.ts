import type { Detector, RedactionFinding } from "../types.ts";
import { clue, readName, type SecretName } from "./name.ts";
import { fileName, isSecret } from "./value.ts";
import { membersOf } from "./members.ts";
import { TableReader } from "./table.ts";
import { readValue } from "./assigned-value.ts";

/** What a plan of Terraform changes a value to. */
const changed = /["'][ \t]{1,4}->[ \t]{1,4}["']([^"'\n]{4,400})(?=["'])/y;
/** What follows a name that is the heading of a column. */
const mayHead = /^["'*_`]{0,3}(?:[ \t]*[|│,;\t\r\n]| {2}|$)/;
/** How long a name may be on each side of the clue in it. */
const nameChars = 64;
const inName = /[\w$.-]/;

/**
 * Values that the name before them makes secrets, in every notation that people use: files of settings, code, JSON, YAML,
 * XML, headers, addresses, command lines and sentences.
 */
export const assigned: Detector = {
  name: "assigned",
  wraps: true,
  find(texts) {
    const findings: RedactionFinding[] = [];
    for (const [text, value] of texts.entries())
      for (const { from, to, kind } of findAssigned(value)) findings.push({ text, from, to, kind });
    return findings;
  },
};

function* findAssigned(text: string): Generator<{ from: number; to: number; kind: string }> {
  const clues = new RegExp(clue.source, clue.flags);
  const table = new TableReader();
  for (let found = clues.exec(text); found; found = clues.exec(text)) {
    const [from, to] = nameAround(text, found.index, clues.lastIndex);
    clues.lastIndex = Math.max(to, clues.lastIndex);
    const name = isReference(text, from) ? undefined : readName(text.slice(from, to));
    if (name && mayHead.test(text.slice(to, to + 8))) {
      const column = table.read(text, from, name);
      for (const secret of column) yield { ...secret, kind: name.kind };
      if (column.length > 0) continue;
    }
    for (const secret of membersOf(text, from, to)) yield { ...secret, kind: "secret" };
    const value = name && secretAfter(text, from, to, name);
    if (!value) continue;
    yield { from: value.from, to: value.to, kind: name.kind };
    clues.lastIndex = Math.max(clues.lastIndex, value.to);
    changed.lastIndex = value.to;
    const next = changed.exec(text)?.[1];
    if (next) yield { from: changed.lastIndex - next.length, to: changed.lastIndex, kind: name.kind };
  }
}

const quoted = { isQuoted: true, isFormal: true, isLiteral: true } as const;

/** The value of `{ "value": "…", "name": "PASSWORD" }`. */
function valueBefore(text: string, from: number): { from: number; to: number } | undefined {
  if (!/\b(?:name|key)["']?\s{0,4}[:=]\s{0,4}["']$/i.test(text.slice(Math.max(0, from - 24), from))) return undefined;
  const start = Math.max(0, from - 600);
  const found =
    /\bvalue["']?\s{0,4}[:=]\s{0,4}(["'])([^"'\n]{4,400})\1,?\s{0,40}["']?(?:name|key)["']?\s{0,4}[:=]\s{0,4}["']$/i.exec(
      text.slice(start, from),
    );
  if (!found) return undefined;
  const at = start + found.index + found[0].indexOf(found[1]!, found[0].search(/[:=]/)) + 1;
  return { from: at, to: at + found[2]!.length };
}

/** Whether a name is a part of what only refers to a secret: of its address in a cloud, or of the name of its checksum. */
function isReference(text: string, from: number): boolean {
  return (
    (text[from - 1] === ":" || text[from - 1] === "/") &&
    /(?:\barn:[\w:/-]{1,80}:|checksum\/)$/.test(text.slice(Math.max(0, from - 100), from))
  );
}

/** Whether a value is encrypted, as in a sealed secret of Kubernetes. */
function isSealed(text: string, from: number, secret: string): boolean {
  return (
    /^Ag[A-D][A-Za-z0-9+/]{150}/.test(secret) && text.slice(Math.max(0, from - 20_000), from).includes("encryptedData:")
  );
}

function nameAround(text: string, start: number, end: number): readonly [from: number, to: number] {
  let from = start;
  let to = end;
  while (from > 0 && start - from < nameChars && inName.test(text[from - 1]!)) from--;
  while (to < text.length && to - end < nameChars && inName.test(text[to]!)) to++;
  while (to > end && /[.-]/.test(text[to - 1]!)) to--;
  // `api key`, `stripe secret key`: a key of which sort is said by the words before it.
  const words = /^key$/i.test(text.slice(from, to))
    ? /[A-Za-z]{2,20}[ ]$/.exec(text.slice(Math.max(0, from - 21), from))
    : null;
  // `Unseal Key 1`
  const number = words && / \d{1,2}(?=:)/y;
  if (number) number.lastIndex = to;
  return [from - (words?.[0].length ?? 0), number?.test(text) ? number.lastIndex : to];
}

function secretAfter(
  text: string,
  from: number,
  to: number,
  name: SecretName,
): { from: number; to: number } | undefined {
  const before = valueBefore(text, from);
  if (before) return isSecret(text.slice(before.from, before.to), name, quoted) ? before : undefined;
  const value = readValue(text, from, to);
  if (!value) return undefined;
  const secret = text.slice(value.from, value.to);
  if (!isSecret(secret, name, value) || isSealed(text, value.from, secret)) return undefined;
  const extension = value.isQuoted ? undefined : fileName.exec(secret)?.[0];
  return { from: value.from, to: value.to - (extension?.length ?? 0) };
}
