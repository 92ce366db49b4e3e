import { constants } from "node:fs";
import { open } from "node:fs/promises";

/**
 * Read a file that may be anything: a pipe or a device never makes it wait.
 *
 * @param path the file.
 * @param as `"text"` (the default, UTF-8) or `"bytes"`.
 * @returns its content; absent if there is no regular file, or it cannot be read.
 */
export async function readRegular(path: string, as?: "text"): Promise<string | undefined>;
export async function readRegular(path: string, as: "bytes"): Promise<Buffer | undefined>;
export async function readRegular(path: string, as: "text" | "bytes" = "text"): Promise<string | Buffer | undefined> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => undefined);
  try {
    if (!(await handle?.stat())?.isFile()) return undefined;
    const bytes = await handle!.readFile();
    return as === "text" ? bytes.toString() : bytes;
  } catch {
    return undefined;
  } finally {
    await handle?.close();
  }
}
