// Where results are kept: outside of the clone, so that they outlive it.
import { homedir } from "node:os";
import { join } from "node:path";

/** The folder of this project in the cache of the user. */
export function cacheFolder(env = process.env) {
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "ccdag");
}
