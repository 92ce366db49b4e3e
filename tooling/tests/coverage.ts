import { leastLines } from "./alone.mjs";

/** The coverage that is measured of the package in whose folder vitest was started. */
export function coverage(): {
  enabled: boolean;
  provider: "v8";
  include: string[];
  exclude: string[];
  reporter: "text-summary"[];
  thresholds: { lines: number };
} {
  const lines = leastLines(process.cwd());
  return {
    enabled: lines !== undefined,
    provider: "v8",
    include: ["src/**/*.ts"],
    exclude: ["**/*.test.ts", "**/index.ts"],
    reporter: ["text-summary"],
    thresholds: { lines: lines ?? 0 },
  };
}
