import { VFileMessage } from "vfile-message";
import type { RecordLocation } from "./entry/entry.ts";
import type { ReadOptions } from "./options.ts";

export type Level = "warning" | "info";

const pages = "https://github.com/ccdag/ccdag/blob/main/docs/rules/";

/**
 * The page that explains a rule or message.
 *
 * @param rule its name.
 * @returns its address.
 */
export function pageOf(rule: string): string {
  return `${pages}${rule}.md`;
}

/**
 * Report something about the data, with the rule that noticed it and the line that it is about.
 *
 * @param options where the message goes.
 * @param rule the name of the rule.
 * @param place the line.
 * @param reason "Unexpected X, expected Y".
 * @param level `warning` for what a person should look at, `info` for what was done.
 */
export function report(options: ReadOptions, rule: string, place: RecordLocation, reason: string, level: Level = "warning"): void {
  if (options.report === undefined) return;
  const { path, line } = place;
  const message = new VFileMessage(reason, { place: { line, column: 1 }, source: "ccdag", ruleId: rule });
  message.file = path;
  message.url = pageOf(rule);
  message.fatal = level === "warning" ? false : undefined;
  options.report(message);
}
