// `pnpm bench hostile [format…] [-- unit]`: what hostile texts take, in milliseconds of processor time, at 12, 36 and 100 kB: for
// each unit the format that takes most. A row with `!` is above the bounds.
import { bounds, hostileFormats, measure, warmUp } from "./hostile-measure.mjs";
import { hostileUnits } from "./hostile-units.mjs";

const given = process.argv.slice(3);
const formats = given.filter((name) => hostileFormats.includes(name));
const wanted = given.filter((name) => !hostileFormats.includes(name));
if (formats.length === 0) formats.push(...hostileFormats);
await warmUp(formats);
console.log(
  `${"unit".padEnd(34)}${"format".padEnd(10)}${["12 kB", "36 kB", "100 kB", "growth", "ms/kB"].map((head) => head.padStart(9)).join("")}`,
);
let failures = 0;
for (const [name, unit] of hostileUnits) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  const rows = [];
  for (const format of formats) {
    const times = [];
    for (const size of [12_000, 36_000, 100_000]) times.push((await measure(unit, size, format)).ms);
    rows.push({ format, times });
  }
  const { format, times } = rows.sort((a, b) => worst(b.times) - worst(a.times))[0];
  const growth = times[2] / times[1];
  const isOver = worst(times) > bounds.perKilobyte || (growth > bounds.growth && times[2] > bounds.noise);
  if (isOver) failures++;
  const cells = [...times.map(Math.round), growth.toFixed(1), worst(times).toFixed(1)];
  console.log(
    `${name.padEnd(34)}${format.padEnd(10)}${cells.map((cell) => String(cell).padStart(9)).join("")}${isOver ? " !" : ""}`,
  );
}
console.log(failures === 0 ? "All are within the bounds." : `${failures} are above the bounds.`);
process.exitCode = failures === 0 ? 0 : 1;

function worst([small, middle, large]) {
  return Math.max(small / 12, middle / 36, large / 100);
}
