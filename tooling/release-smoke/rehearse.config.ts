import { defineConfig } from "vitest/config";
import { limits } from "../tests/limits.ts";

/** `pnpm release:rehearse`: what it takes minutes to try with every package and every package manager; no part of the gate. */
export default defineConfig({
  test: { root: import.meta.dirname, include: ["rehearse.ts"], ...limits(true), bail: 0 },
});
