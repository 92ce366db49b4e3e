import type { Config } from "@ccdag/config";

/**
 * Define a config, so that an editor completes and checks it: `export default defineConfig({…})`.
 *
 * @param config the config.
 * @returns the same object.
 */
export function defineConfig(config: Config): Config {
  return config;
}
