import type { Detector, RedactionFinding } from "../types.ts";
import { isPlaceholder } from "./random.ts";
import { isPassword } from "./value.ts";

const kind = /\bkind["']?:[ \t]{0,4}["']?Secret\b(?![\w-])/g;
/** The fields of a secret, in YAML with their indent, or in JSON with all that is in them. */
const fields =
  /(?:^|\n)(.{0,20}?)(?:data|stringData):[ \t]*(?=\r?\n)|"(?:data|stringData)":\s{0,40}\{([^{}]{0,20000})\}/g;
/** A line of YAML: what a tool, a diff or an indent put before it, its name and its value. */
const line = /^([ \t\d→:|+-]{0,60})["']?([A-Za-z_.][\w.-]{0,252})["']?:[ \t]{1,4}["']?([^\s"']*)(?=[\s"']|$)/;
const pair = /"([\w.-]{1,253})":\s{0,40}"([^"\n]{4,})"/g;
/** How far the fields may be from the kind. */
const maxChars = 30_000;
/** Values of every secret of a service account that are public, and certificates. */
const isOpen = (name: string, value: string): boolean =>
  name === "namespace" || name === "ca.crt" || value.startsWith("LS0tLS1CRUdJTiBDRVJU");

/** The values in manifests of secrets of Kubernetes, whatever their names are. */
export const kubernetes: Detector = {
  name: "kubernetes",
  find(texts) {
    const findings: RedactionFinding[] = [];
    for (const [text, value] of texts.entries()) {
      let end = 0;
      for (const { index } of value.includes("Secret") ? value.matchAll(kind) : []) {
        if (index < end) continue;
        const earliest = Math.max(end, index - maxChars);
        const start = earliest + Math.max(value.slice(earliest, index).lastIndexOf("\n---"), 0);
        const after = value.slice(index, index + maxChars).indexOf("\n---");
        end = Math.min(value.length, index + (after === -1 ? maxChars : after));
        for (const { from, to } of valuesIn(value.slice(start, end)))
          findings.push({ text, from: start + from, to: start + to, kind: "secret" });
      }
    }
    return findings;
  },
};

interface Range {
  readonly from: number;
  readonly to: number;
}

function* valuesIn(document: string): Generator<Range> {
  for (const { 0: found, 1: indent, 2: json, index } of document.matchAll(fields)) {
    const at = index + found.length;
    if (json === undefined) yield* valuesBelow(document, at + 1, indent!.length);
    else
      for (const match of json.matchAll(pair)) {
        const to = at - 1 - json.length + match.index + match[0].length - 1;
        if (isValue(match[1]!, match[2]!)) yield { from: to - match[2]!.length, to };
      }
  }
}

function* valuesBelow(document: string, start: number, indent: number): Generator<Range> {
  for (let at = start; at < document.length;) {
    const next = document.indexOf("\n", at);
    const stop = next === -1 ? document.length : next;
    const [whole = "", before = "", name = "", value = ""] = line.exec(document.slice(at, stop)) ?? [];
    if (whole === "" || before.length <= indent) return;
    const from = at + whole.length - value.length;
    if (isValue(name, value)) yield { from, to: from + value.length };
    at = stop + 1;
  }
}

function isValue(name: string, value: string): boolean {
  const isEncoded = value.length >= 8 && /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value);
  return value.length >= 4 && !isOpen(name, value) && !isPlaceholder(value) && (isEncoded || isPassword(value));
}
