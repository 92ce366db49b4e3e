import { VFileMessage } from "vfile-message";
import type { RecordLocation } from "./entry/entry.ts";

/**
 * Takes a message about the data: `ruleId` is the rule, `file` and `place` the record, `fatal` is `false` for a warning
 * and absent for a remark. No package writes to the console.
 */
export type Report = (message: VFileMessage) => void;

/** How serious a message is: `warning` for what a user should look at, `info` for a conclusion. */
export type Level = "warning" | "info";

const pages = "https://github.com/ccdag/ccdag/blob/main/docs/rules/";

/**
 * The page that explains a rule or message.
 *
 * @param rule the name of the rule or message.
 * @returns its address.
 */
export function pageOf(rule: string): string {
  return `${pages}${rule}.md`;
}

/**
 * Report something about the data.
 *
 * @param options where the message goes.
 * @param rule the name of the rule or message.
 * @param location the record that the message is about.
 * @param reason "Unexpected X, expected Y".
 * @param level how serious it is (default: `warning`).
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
