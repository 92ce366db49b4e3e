import type { TimelineNode } from "@ccdag/ccast";
import { pageOf } from "@ccdag/core";
import type { VFile } from "vfile";

/** Warn about a node, on the file that holds it and at its lines; for a file that is not known, on the one that was read. */
export function messageAt(file: VFile, node: TimelineNode, reason: string, ruleId: string): void {
  const path = typeof node.data === "object" ? node.data.path : undefined;
  const owner = [file, ...(file.data.companions ?? [])].find((one) => one.path === path) ?? file;
  const message = owner.message(reason, { ruleId, source: "ccdag", place: node.position });
  message.url = pageOf(ruleId);
}
