// `pnpm bench <name>`: run one benchmark.
const names = ["archive", "guard", "start", "growth", "order", "pages", "page", "hostile", "store", "live"];
const [name] = process.argv.slice(2);
if (!names.includes(name)) {
  console.error(`Expected the name of a benchmark: ${names.join(", ")}`);
  process.exitCode = 2;
} else await import(`./${name}.mjs`);
