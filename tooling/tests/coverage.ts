import { basename } from "node:path";

/** How many lines of a package its own fast tests run, at least, in percent. */
const least: Readonly<Record<string, number>> = { order: 100, ccast: 100, core: 95, agents: 95 };

/** The coverage that is measured of the package in whose folder vitest was started. */
export function coverage(): {
  enabled: boolean;
  provider: "v8";
  include: string[];
  exclude: string[];
  reporter: "text-summary"[];
  thresholds: { lines: number };
} {
  const lines = least[basename(process.cwd())];
  return {
    enabled: lines !== undefined,
    provider: "v8",
    include: ["src/**/*.ts"],
    exclude: ["**/*.test.ts", "**/index.ts"],
    reporter: ["text-summary"],
    thresholds: { lines: lines ?? 0 },
  };
}
