import { VFileMessage } from "vfile-message";
import type { RecordLocation } from "./entry/entry.ts";

/** Takes a message about the data. No package writes to the console. */
export type Report = (message: VFileMessage) => void;

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
 * Report something about the data, with the rule that noticed it and the record that it is about.
 *
 * @param options where the message goes.
 * @param rule the name of the rule.
 * @param location the record.
 * @param reason "Unexpected X, expected Y".
 * @param level `warning` for what a person should look at, `info` for what was concluded.
 */
export function report(
  options: { readonly report?: Report | undefined },
  rule: string,
  location: RecordLocation,
  reason: string,
  level: Level = "warning",
): void {
  if (options.report === undefined) return;
  const { path, line } = location;
  const message = new VFileMessage(reason, { place: { line, column: 1 }, source: "ccdag", ruleId: rule });
  message.file = path;
  message.url = pageOf(rule);
  message.fatal = level === "warning" ? false : undefined;
  options.report(message);
}
