import { fstatSync } from "node:fs";

/** Whether a pipe or a file is connected; a terminal and `/dev/null` are none. */
export function isPiped(descriptor: number): boolean {
  try {
    // With plain numbers Node 20 would resolve the next link of `node_modules` as if it were this pipe.
    const stats = fstatSync(descriptor, { bigint: true });
    return stats.isFIFO() || stats.isFile() || stats.isSocket();
  } catch {
    return false;
  }
}
