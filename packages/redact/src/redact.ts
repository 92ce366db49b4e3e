import type { Ledger, Root } from "@ccdag/ccast";
import { embeddedData } from "./detect/data.ts";
import { detectors as ours } from "./detectors.ts";
import { findAll, type Hit, merge } from "./find-all.ts";
import { Names, replace, type Replacement } from "./names.ts";
import { set, type Slot, slotsOf } from "./slots.ts";
import type { Audit, AuditRow, Detector } from "./types.ts";

/** Options of redaction. */
export interface RedactOptions {
  /** Who looks (default: {@link ours}). */
  detectors?: readonly Detector[] | undefined;
  /**
   * Whether images, documents and files in base64 stay, in which nobody can look for secrets (default: `false`: it is
   * told that there was one).
   */
  images?: boolean | undefined;
}

/** What redaction leaves. */
export interface Redacted {
  readonly tree: Root;
  readonly ledger: Ledger | undefined;
  readonly audit: Audit;
}

/**
 * Take out of a tree what must not be told: of every string that was recorded, wherever it stands, in ids, paths and
 * unknown fields too. Equal strings become equal strings, so what refers to another still does.
 *
 * @param root the tree; it is not changed.
 * @param ledger its ledger, whose paths and ids are told too.
 * @param options who looks, and whether images stay.
 */
export async function redact(root: Root, ledger: Ledger | undefined, options: RedactOptions = {}): Promise<Redacted> {
  const keepsImages = options.images === true;
  const { tree, slots, recorded, images } = slotsOf(root, keepsImages);
  const keys = new Set(recorded.flatMap((each) => Object.keys(each)));
  const texts = new Set([...slots.map(({ value }) => value), ...stringsOf(ledger), ...keys]);
  const detectors = [...(options.detectors ?? ours), ...(keepsImages ? [] : [embeddedData])];
  const replaced = await replaceAll([...texts], slots, detectors);
  const say = (value: string) => replaced.get(value)?.value ?? value;
  for (const slot of slots) write(slot, replaced.get(slot.value));
  if ([...keys].some((key) => replaced.has(key))) for (const each of recorded) renameKeys(each, say);
  return { tree, ledger: ledger && redactLedger(ledger, say), audit: auditOf(slots, replaced, images, say) };
}

/** Texts without their secrets; only those that had some. */
async function replaceAll(
  texts: readonly string[],
  slots: readonly Slot[],
  detectors: readonly Detector[],
): Promise<Map<string, Replacement>> {
  // The user's own words may be anything, a number too.
  const read = detectors.some(({ name }) => name === "extra") ? texts : texts.filter((text) => !harmless.test(text));
  // Each field as it would be written, once: what is found in it is a part of its value.
  const named = new Map<string, { value: string; before: number }>();
  for (const { isNamed, key, value } of slots)
    if (isNamed && replacing.test(key)) named.set(`"${key}": "${value}"`, { value, before: key.length + 5 });
  const found = await findAll([...read, ...named.keys()], detectors);
  const hits = new Map<string, Hit[]>();
  for (const [index, text] of read.entries()) if (found.has(index)) hits.set(text, [...found.get(index)!]);
  for (const [index, { value, before }] of [...named.values()].entries())
    for (const hit of found.get(read.length + index) ?? []) {
      const [from, to] = [Math.max(hit.from - before, 0), Math.min(hit.to - before, value.length)];
      if (to > from) hits.set(value, [...(hits.get(value) ?? []), { ...hit, from, to }]);
    }
  const names = new Names();
  const replaced = new Map<string, Replacement>();
  for (const text of texts) {
    const own = hits.get(text);
    if (own) replaced.set(text, replace(text, merge(own), names));
  }
  return replaced;
}

/** Keys that say that a value is a secret, which its letters alone do not say. */
const replacing = /pass|secret|token|key|auth|cred/i;

/**
 * Texts that stand beside a tree, such as messages about its files, without their secrets.
 *
 * @param texts the texts.
 * @param options as for {@link redact}.
 */
export async function redactTexts(texts: readonly string[], options: RedactOptions = {}): Promise<string[]> {
  const replaced = await replaceAll([...new Set(texts)], [], options.detectors ?? ours);
  return texts.map((text) => replaced.get(text)?.value ?? text);
}

/** Ids that a client or the API makes by chance, and what is too short for a name. */
const harmless = /^(?:.{0,2}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?:msg|toolu|req)_[A-Za-z\d]{20,30}|\d+)$/;

function write({ holder, key, isList }: Slot, replaced: Replacement | undefined): void {
  if (replaced) set(holder, key, isList ? replaced.value.split("\n") : replaced.value);
}

/** Keys keep their order. */
function renameKeys(holder: Record<string, unknown>, say: (key: string) => string): void {
  const entries = Object.entries(holder);
  if (entries.every(([key]) => say(key) === key)) return;
  for (const [key] of entries) delete holder[key];
  for (const [key, value] of entries) set(holder, say(key), value);
}

function stringsOf(ledger: Ledger | undefined): string[] {
  if (ledger === undefined) return [];
  const { records, folded, malformed, hidden } = ledger;
  return [
    ...records.flatMap(({ path, uuid, type }) => (uuid === undefined ? [path, type] : [path, type, uuid])),
    ...folded.flatMap(({ path, uuid, into }) => [path, uuid, into]),
    ...malformed.map(({ path }) => path),
    ...hidden,
  ];
}

function redactLedger(ledger: Ledger, say: (value: string) => string): Ledger {
  return {
    ...ledger,
    records: ledger.records.map((row) => ({
      ...row,
      path: say(row.path),
      type: say(row.type),
      ...(row.uuid === undefined ? {} : { uuid: say(row.uuid) }),
    })),
    folded: ledger.folded.map((row) => ({ ...row, path: say(row.path), uuid: say(row.uuid), into: say(row.into) })),
    malformed: ledger.malformed.map((row) => ({ ...row, path: say(row.path) })),
    hidden: ledger.hidden.map(say),
  };
}

function auditOf(
  slots: readonly Slot[],
  replaced: ReadonlyMap<string, Replacement>,
  images: number,
  say: (value: string) => string,
): Audit {
  const rows = new Map<string, { rule: string; location: string; count: number; names: Set<string> }>();
  let total = 0;
  for (const slot of slots)
    for (const { rule, name } of replaced.get(slot.value)?.taken ?? []) {
      const location = slot.location.replace(/^.*(?=:\d*$)/s, say);
      const key = `${rule}\n${location}`;
      const row = rows.get(key) ?? { rule, location: location, count: 0, names: new Set() };
      rows.set(key, row);
      row.names.add(name);
      row.count++;
      total++;
    }
  const findings = [...rows.values()].map((row): AuditRow => ({ ...row, names: [...row.names] }));
  return { total, findings, images };
}
