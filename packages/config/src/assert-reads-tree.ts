import { readFile } from "node:fs/promises";
import { version } from "@ccdag/ccast";
import { RequestError } from "@ccdag/pipeline/tables";
import satisfies from "semver/functions/satisfies.js";
import validRange from "semver/ranges/valid.js";
import { manifestOf } from "./read-module.ts";

/**
 * Refuse a plugin whose package says, as a peer dependency, that it reads other versions of the tree than this one.
 *
 * @param path the path of its module.
 * @param what what messages call it.
 * @param own the version of the tree (default: that of this installation).
 * @throws RequestError if the versions do not fit; a package that says nothing is taken as it is.
 */
export async function assertReadsTree(path: string, what: string, own: string = version): Promise<void> {
  // A checkout has no version.
  if (own === "0.0.0") return;
  const range = await rangeOf(path);
  // `workspace:` and the like are none.
  if (range === undefined || validRange(range) === null) return;
  if (satisfies(own, range, { includePrerelease: true })) return;
  throw new RequestError(
    `Cannot use ${what} from \`${path}\`: it reads @ccdag/ccast ${range}, and this is ${own}; update the older of both`,
  );
}

async function rangeOf(path: string): Promise<string | undefined> {
  const manifest = await manifestOf(path);
  if (manifest === undefined) return undefined;
  try {
    const { peerDependencies } = JSON.parse(await readFile(manifest, "utf8")) as { peerDependencies?: unknown };
    const range = (peerDependencies as Record<string, unknown> | undefined)?.["@ccdag/ccast"];
    return typeof range === "string" ? range : undefined;
  } catch {
    // A manifest that cannot be read says nothing; Node has found the module all the same.
    return undefined;
  }
}
