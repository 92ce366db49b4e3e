import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Examples } from "../src/reference/examples.ts";

const top = new URL("../../../", import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, top), "utf8");
const examples = new Examples(textOf);

/** Entry points with code of the packages that are published, as they are imported. */
const entries = [...readdirSync(new URL("packages/", top)).map((name) => `packages/${name}`), "apps/cli"].flatMap(
  (folder) => {
    const { name, exports } = JSON.parse(textOf(`${folder}/package.json`)) as { name: string; exports: object };
    return Object.keys(exports)
      .filter((path) => !/\.(?:json|yaml)$/.test(path))
      .map((path) => name + path.slice(1));
  },
);

it.each(entries)("the API page of %s begins with what it is for, and a program that is compiled and run", (entry) => {
  const example = examples.of(entry);
  expect(example?.purpose).toMatch(/\w/);
  expect(example?.code).toContain(entry);
});
