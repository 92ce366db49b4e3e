import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { bundle, result, script } from "./order-bundle.ts";

describe("@ccdag/order alone", () => {
  it("is smaller than 2 kB when bundled, minified and compressed", () => {
    expect(gzipSync(bundle("esm"), { level: 9 }).length).toBeLessThan(2000);
  });

  it("needs nothing that only Node has", () => {
    expect(runInContext(`${bundle("iife")};${script}`, createContext({}))).toBe(result);
  });
});
