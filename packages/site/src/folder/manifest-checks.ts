import { isObject } from "@ccdag/core";
import type { IndexRow } from "./index-rows.ts";
import type { NamedDocument } from "./document-names.ts";

/**
 * Whether a value is a valid list. The check is strict, because files that the list names may be overwritten and removed.
 */
export function isManifest(formats: unknown): formats is FolderManifest {
  return isObject(formats) && Object.values(formats).every(isContent);
}

function isContent(value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value["documents"])) return false;
  return value["documents"].every(isDocument) && isFiles(value["index"]);
}

function isDocument(value: unknown): boolean {
  if (!isObject(value) || !isFiles(value["files"]) || !Array.isArray(value["rows"])) return false;
  const { name, key, top, isRedacted, rows } = value;
  return (
    isInside(name) &&
    [key, top].every((text) => typeof text === "string") &&
    typeof isRedacted === "boolean" &&
    (rows as unknown[]).every(isRow)
  );
}

function isRow(row: unknown): boolean {
  if (!isObject(row)) return false;
  const isText = (name: string) => typeof row[name] === "string";
  const isNumber = (name: string) => typeof row[name] === "number";
  return (
    ["key", "sessionId", "title", "file", "anchor"].every(isText) &&
    ["depth", "messages", "branches", "agents", "tokens", "cost", "unpriced"].every(isNumber) &&
    Array.isArray(row["models"])
  );
}

function isFiles(files: unknown): boolean {
  if (!isObject(files) || !Object.keys(files).every(isInside)) return false;
  return Object.values(files).every((mark: unknown) => typeof mark === "string");
}

/** Whether a path leads to a place in the folder. */
function isInside(path: unknown): boolean {
  return typeof path === "string" && !/^[/\\]|^[a-z]:|(?:^|[/\\])\.\.?(?:[/\\]|$)/i.test(path);
}

/** What exports have written into a folder, by the endings of their formats. */
export type FolderManifest = Readonly<Record<string, FolderContent>>;

/** What exports in one format have written into a folder. */
interface FolderContent {
  readonly documents: readonly ManifestDocument[];
  /** The index, with its mark; empty before the first one. */
  readonly index: Readonly<Record<string, string>>;
}

/** A document that was written into a folder. */
export interface ManifestDocument extends NamedDocument {
  /** Size and hash of each of its files, by its path in the folder: its parts, and what they show. */
  readonly files: Readonly<Record<string, string>>;
  /** Whether secrets were redacted in it. */
  readonly isRedacted: boolean;
  /** The sessions that it holds, as the index lists them. */
  readonly rows: readonly IndexRow[];
}
