import { createHash } from "node:crypto";
import type { Element, Nodes } from "hast";
import { fromHtml } from "hast-util-from-html";
import { outsideMark } from "./world.ts";

/** Control characters that a terminal or another program obeys: C0 and C1 without tab and line feed, and DEL. */
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/;

/** Elements that run, embed, send or redirect. */
const dangerous = /^(?:iframe|frame|object|embed|applet|base|form|math|template|noscript)$/;

/**
 * Find what an output must not hold, whatever was read.
 *
 * @param text the output.
 * @param format its format; absent for what a command prints for people.
 * @returns the faults.
 */
export function faultsOf(text: string, format: string | undefined): string[] {
  const faults: string[] = [];
  const found = control.exec(text);
  if (found)
    faults.push(
      `control character U+${found[0].charCodeAt(0).toString(16)} in ${format}: ${around(text, found.index)}`,
    );
  if (text.includes(outsideMark)) faults.push("it holds what a link leads to");
  if (["json", "messages", "inspect", "otel"].includes(format ?? "")) faults.push(...jsonFaults(text));
  if (format === "jsonl" || format === "atif")
    for (const line of text.split("\n")) if (line !== "") faults.push(...jsonFaults(line));
  if (format === "html") faults.push(...htmlFaults(text));
  return faults;
}

function around(text: string, at: number): string {
  return JSON.stringify(text.slice(Math.max(0, at - 60), at + 20));
}

/** The lists of an account count by their length. */
type Account = Record<"lines" | "placed" | "hidden", number> &
  Record<"folded" | "bookkeeping" | "malformed", unknown[]>;

function jsonFaults(text: string): string[] {
  let value: { account?: Account };
  try {
    value = JSON.parse(text) as { account?: Account };
  } catch (error) {
    return [`no JSON: ${String(error)}`];
  }
  if (value === null || value.account === undefined) return [];
  const { lines, placed, hidden, folded, bookkeeping, malformed } = value.account;
  const explained = placed + hidden + folded.length + bookkeeping.length + malformed.length;
  return lines === explained ? [] : [`the account does not balance: ${lines} lines, ${explained} explained`];
}

/** What would run, load or send in a browser: only scripts that the policy of the page allows by their hash may. */
function htmlFaults(html: string): string[] {
  const faults: string[] = [];
  const tree = fromHtml(html);
  let policy = "";
  const stack: Nodes[] = [tree];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === "element") {
      if (node.tagName === "meta" && policy === "") policy = policyOf(node);
      faults.push(...elementFaults(node, policy));
    }
    if ("children" in node) for (const child of [...node.children].reverse()) stack.push(child);
  }
  if (!policy.includes("default-src 'none'")) faults.push("a page without a policy");
  return faults;
}

function policyOf({ properties: { httpEquiv, content } }: Element): string {
  return String(httpEquiv) === "Content-Security-Policy" ? String(content) : "";
}

function elementFaults(node: Element, policy: string): string[] {
  const faults: string[] = [];
  const { tagName, properties, children } = node;
  // The page has one form: the button of its dialog.
  if (dangerous.test(tagName) && properties["method"] !== "dialog") faults.push(`<${tagName}>`);
  if (tagName === "meta" && properties["httpEquiv"] !== undefined && policyOf(node) !== policy)
    faults.push("<meta http-equiv>");
  const text = children.map((child) => (child.type === "text" ? child.value : "")).join("");
  if (tagName === "script" && !policy.includes(`'sha256-${createHash("sha256").update(text).digest("base64")}'`))
    faults.push(`<script> that no hash allows: ${text.slice(0, 80)}`);
  for (const [name, value] of Object.entries(properties)) {
    if (/^on|^(?:srcDoc|style|background|ping|formAction|action)$/i.test(name)) faults.push(`<${tagName} ${name}>`);
    const address = String(value).replace(/[\p{Cc}\s]/gu, "");
    if (name === "href" && /^[^/?#]*:/.test(address) && !/^(?:https?|ircs?|mailto|xmpp|file):/i.test(address))
      faults.push(`href ${address.slice(0, 80)}`);
    if ((name === "src" || name === "srcSet" || name === "poster") && /^(?!data:image\/)[^/?#]*:|^\/\//i.test(address))
      faults.push(`src ${address.slice(0, 80)}`);
  }
  return faults;
}
