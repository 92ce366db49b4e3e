// `pnpm generate`: writes all that is made from something else. With names only these: `pnpm generate rules options`.
import { generators, runGenerators } from "./generators.mjs";

const names = process.argv.slice(2);
const known = generators.map(({ name }) => name);
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`Unexpected ${unknown.join(", ")}, expected ${known.join(", ")}`);
  process.exitCode = 2;
} else {
  const all = generators.filter(({ isNamed }) => !isNamed).map(({ name }) => name);
  const failed = runGenerators(names.length > 0 ? names : all);
  if (failed !== undefined) {
    console.error(`${failed} failed`);
    process.exitCode = 1;
  }
}
