import type { Ledger, Root } from "@ccdag/ccast";
import { embeddedData } from "./detect/data.ts";
import { detectors as builtIn } from "./detectors.ts";
import { findAll, type Hit, merge } from "./find-all.ts";
import { SecretNames, replaceSecrets, type Replacement } from "./replace-secrets.ts";
import { type InContext, outputsOf } from "./shown-secrets.ts";
import { set, type Slot, slotsOf } from "./slots.ts";
import type { Audit, AuditRow, Detector } from "./types.ts";

/** Options of redaction. */
export interface RedactOptions {
  /** The detectors (default: the built-in ones, `detectors`). */
  detectors?: readonly Detector[] | undefined;
  /**
   * Whether to keep images, documents and files in base64, which cannot be searched for secrets (default: `false`; the output
   * then says that there was one).
   */
  images?: boolean | undefined;
}

/** The result of redaction. */
export interface Redacted {
  readonly tree: Root;
  readonly ledger: Ledger | undefined;
  readonly audit: Audit;
}

/**
 * Redact a tree: every recorded string, including ids, paths and unknown fields. Equal strings become equal strings, so
 * references stay valid.
 *
 * @param root the tree; it is not changed.
 * @param ledger its ledger, whose paths and ids are redacted too; `undefined` for none.
 * @param options detectors, and whether to keep images.
 * @returns a new tree and ledger, and the audit.
 */
export async function redact(root: Root, ledger: Ledger | undefined, options: RedactOptions = {}): Promise<Redacted> {
  const keepsImages = options.images === true;
  const { tree, slots, calls, recorded, images } = slotsOf(root, keepsImages);
  const keys = new Set(recorded.flatMap((each) => Object.keys(each)));
  const texts = new Set([...slots.map(({ value }) => value), ...stringsOf(ledger), ...keys]);
  const detectors = [...(options.detectors ?? builtIn), ...(keepsImages ? [] : [embeddedData])];
  const replaced = await replaceAll([...texts], [...namedFields(slots), ...outputsOf(calls)], detectors);
  const rename = (value: string) => replaced.get(value)?.value ?? value;
  for (const slot of slots) write(slot, replaced.get(slot.value));
  if ([...keys].some((key) => replaced.has(key))) for (const each of recorded) renameKeys(each, rename);
  return { tree, ledger: ledger && redactLedger(ledger, rename), audit: auditOf(slots, replaced, images, rename) };
}

/** Replace the secrets of all texts. Only texts with secrets are in the result. */
async function replaceAll(
  texts: readonly string[],
  inContext: readonly InContext[],
  detectors: readonly Detector[],
): Promise<Map<string, Replacement>> {
  // A custom word may be anything, even a number.
  const read = detectors.some(({ name }) => name === "extra") ? texts : texts.filter((text) => !harmless.test(text));
  const contexts = new Map(inContext.map((one) => [one.before + one.value + one.after, one]));
  const found = await findAll([...read, ...contexts.keys()], detectors);
  const hits = new Map<string, Hit[]>();
  for (const [index, text] of read.entries()) if (found.has(index)) hits.set(text, [...found.get(index)!]);
  for (const [index, { value, before }] of [...contexts.values()].entries())
    for (const hit of found.get(read.length + index) ?? []) {
      const [from, to] = [Math.max(hit.from - before.length, 0), Math.min(hit.to - before.length, value.length)];
      if (to > from) hits.set(value, [...(hits.get(value) ?? []), { ...hit, from, to }]);
    }
  const names = new SecretNames();
  const replaced = new Map<string, Replacement>();
  for (const text of texts) {
    const ranges = hits.get(text);
    if (ranges) replaced.set(text, replaceSecrets(text, merge(ranges), names));
  }
  return replaced;
}

/** Fields of recorded data as JSON: their keys say what the values are. */
function namedFields(slots: readonly Slot[]): InContext[] {
  return slots
    .filter(({ isNamed, key }) => isNamed && secretKey.test(key))
    .map(({ key, value }) => {
      const quote = ['"', "'", "`"].find((sign) => !value.includes(sign)) ?? '"';
      return { before: `"${key}": ${quote}`, value, after: quote };
    });
}

/** Keys of fields whose values may be secrets without a recognisable form. */
const secretKey = /pass|secret|token|key|auth|cred/i;

/**
 * Redact texts that do not belong to a tree, such as messages about its files.
 *
 * @param texts the texts.
 * @param options as for {@link redact}; `images` has no effect.
 * @returns the redacted texts, in the same order.
 */
export async function redactTexts(texts: readonly string[], options: RedactOptions = {}): Promise<string[]> {
  const replaced = await replaceAll([...new Set(texts)], [], options.detectors ?? builtIn);
  return texts.map((text) => replaced.get(text)?.value ?? text);
}

/** Random ids of the client or the API, and texts that are too short for a secret. */
const harmless = /^(?:.{0,2}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?:msg|toolu|req)_[A-Za-z\d]{20,30}|\d+)$/;

function write({ holder, key, isList }: Slot, replaced: Replacement | undefined): void {
  if (replaced) set(holder, key, isList ? replaced.value.split("\n") : replaced.value);
}

/** Rename keys of an object, and keep their order. */
function renameKeys(holder: Record<string, unknown>, rename: (key: string) => string): void {
  const entries = Object.entries(holder);
  if (entries.every(([key]) => rename(key) === key)) return;
  for (const [key] of entries) delete holder[key];
  for (const [key, value] of entries) set(holder, rename(key), value);
}

function stringsOf(ledger: Ledger | undefined): string[] {
  if (ledger === undefined) return [];
  const { records, folded, malformed, hidden } = ledger;
  return [
    ...records.flatMap(({ path, uuid, type, heldBy = [] }) => [
      path,
      type,
      ...(uuid === undefined ? [] : [uuid]),
      ...heldBy,
    ]),
    ...folded.flatMap(({ path, uuid, into }) => [path, uuid, into]),
    ...malformed.map(({ path }) => path),
    ...hidden,
  ];
}

function redactLedger(ledger: Ledger, rename: (value: string) => string): Ledger {
  return {
    ...ledger,
    records: ledger.records.map((row) => ({
      ...row,
      path: rename(row.path),
      type: rename(row.type),
      ...(row.uuid === undefined ? {} : { uuid: rename(row.uuid) }),
      ...(row.heldBy === undefined ? {} : { heldBy: row.heldBy.map(rename) }),
    })),
    folded: ledger.folded.map((row) => ({
      ...row,
      path: rename(row.path),
      uuid: rename(row.uuid),
      into: rename(row.into),
    })),
    malformed: ledger.malformed.map((row) => ({ ...row, path: rename(row.path) })),
    hidden: ledger.hidden.map(rename),
    // The tree no longer holds what was recorded.
    contentsOf: undefined,
  };
}

const note = "Redaction is a net: it misses secrets that nothing shows. Read the output before you share it.";

function auditOf(
  slots: readonly Slot[],
  replaced: ReadonlyMap<string, Replacement>,
  images: number,
  rename: (value: string) => string,
): Audit {
  const rows = new Map<string, { rule: string; location: string; count: number; names: Set<string> }>();
  let total = 0;
  for (const slot of slots)
    for (const { rule, name } of replaced.get(slot.value)?.redactions ?? []) {
      const location = slot.location.replace(/^.*(?=:\d*$)/s, rename);
      const key = `${rule}\n${location}`;
      const row = rows.get(key) ?? { rule, location, count: 0, names: new Set() };
      rows.set(key, row);
      row.names.add(name);
      row.count++;
      total++;
    }
  const findings = [...rows.values()].map((row): AuditRow => ({ ...row, names: [...row.names] }));
  return { note, total, findings, images };
}
