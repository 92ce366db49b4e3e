import { isObject } from "@ccdag/core";
import { blocksOf } from "./blocks.ts";

/** How the client begins the output of a command that failed, of a patch that did not apply, and of a call that was stopped. */
const failures: readonly RegExp[] = [
  /^Exit code: (?!0\n)-?\d+\n/,
  /^(?:Chunk ID: [^\n]*\n)?(?:Wall time: [^\n]*\n)?Process exited with code (?!0\n)-?\d+\n/,
  /^(?:Wall time: [^\n]*\n)?aborted by user\b/,
  /^apply_patch verification failed:/,
  /^exec_command failed[: ]/,
  /^Script failed(?:\n|$)/,
];

/**
 * Whether the output of a tool says that it failed. No field says so: the client writes it at the beginning, or in the
 * `metadata` of an output in JSON.
 *
 * @param output a text, or parts.
 */
export function isFailed(output: unknown): boolean {
  const [first] = blocksOf(output);
  const words = typeof first?.["text"] === "string" ? first["text"] : "";
  return failures.some((failure) => failure.test(words)) || exitCode(words) > 0;
}

/** `{"output": "…", "metadata": {"exit_code": 1, …}}`, as older versions write the output of a command. */
function exitCode(words: string): number {
  if (!words.startsWith('{"output":')) return 0;
  try {
    const { metadata } = JSON.parse(words) as { metadata?: unknown };
    return isObject(metadata) && typeof metadata["exit_code"] === "number" ? metadata["exit_code"] : 0;
  } catch {
    return 0;
  }
}
