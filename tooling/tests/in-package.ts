// Each test file runs in the folder of its package, also when those of many packages run together.
import { expect } from "vitest";

const [folder] = /^.*\/(?:packages|apps|tooling)\/[^/]+(?=\/)/.exec(expect.getState().testPath!)!;
process.chdir(folder);
