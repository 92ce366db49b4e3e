// `pnpm bench growth [shape …]`: how the CPU time of each command grows with hostile archives, in seconds for n lines
// and for 4n. Options: --lines=<n> (default 8000), --commands=<name,…>.
import { parseArgs } from "node:util";
import { commands, commandTimes } from "./growth-commands.mjs";
import { shapes } from "../growth/shapes.mjs";

const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: {
    lines: { type: "string", default: "8000" },
    commands: { type: "string", default: Object.keys(commands).join(",") },
  },
});
const names = values.commands.split(",");
const few = Number(values.lines);
console.log(["shape".padEnd(22), ...names.map((name) => name.padEnd(16))].join(" "));
for (const shape of positionals.length > 0 ? positionals : Object.keys(shapes)) {
  const [small, large] = [await commandTimes(shape, few, names), await commandTimes(shape, 4 * few, names)];
  const cells = names.map((name) => {
    const [a, b] = [small[name] / 1000, large[name] / 1000];
    return `${a.toFixed(2)} ${b.toFixed(2)} ${(b / a).toFixed(1)}×`.padEnd(16);
  });
  console.log([shape.padEnd(22), ...cells].join(" "));
}
