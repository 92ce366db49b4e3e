import { dimensions } from "@ccdag/conformance";

/** The scores of the tools, as a table in Markdown. What a tool's output does not say is not judged: `–`. */
export function tableOf(scores) {
  const rows = scores.map((row) => [
    `${row.name} ${row.version === "this repository" ? "" : row.version}`.trim(),
    row.mode,
    ...dimensions.map((dimension) => row[dimension] ?? "–"),
    String(row.failed),
  ]);
  const head = ["Tool", "Output", ...dimensions, "failed"];
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
