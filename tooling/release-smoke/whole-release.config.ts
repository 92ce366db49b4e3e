import { defineConfig } from "vitest/config";
import { limits } from "../tests/limits.ts";

/** A whole release with every package and every package manager: it takes minutes, and is no part of the gate. */
export default defineConfig({
  test: { root: import.meta.dirname, include: ["whole-release.ts"], ...limits(true), bail: 0 },
});
