// Writes a generated archive: `node tooling/bench/archive-generate.mjs <folder> <MB> [sessions] [seed]`.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { sessionFrom } from "./archive-records.mjs";
import { randomFrom } from "./archive-texts.mjs";

const projects = 20;

/**
 * Write an archive of 20 projects.
 *
 * @param folder where; a folder for each project is made in it.
 * @param megabytes how much, about.
 * @param options `sessions`: in how many sessions (default: one for each 2.5 MB); `seed` (default: 1);
 *   `steps`: how many steps a turn has at most (default: 8).
 * @returns the number of bytes.
 */
export function generateArchive(
  folder,
  megabytes,
  { sessions = Math.max(1, Math.round(megabytes / 2.5)), seed = 1, steps = 8 } = {},
) {
  const random = randomFrom(seed);
  // The agents of a session are a fifth of it.
  const size = (megabytes * 1e6 * 0.85) / sessions;
  let bytes = 0;
  for (let index = 0; index < sessions; index++) {
    const begin = Date.UTC(2026, 0, 1) + index * 7_200_000;
    for (const [path, lines] of sessionFrom(random, size, begin, steps)) {
      const target = join(folder, `-home-lin-project-${index % projects}`, path);
      mkdirSync(dirname(target), { recursive: true });
      const text = `${lines.join("\n")}\n`;
      bytes += Buffer.byteLength(text);
      writeFileSync(target, text);
    }
  }
  return bytes;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder, megabytes, sessions, seed] = process.argv.slice(2);
  const options = { sessions: sessions && Number(sessions), seed: seed && Number(seed) };
  console.log(`${generateArchive(folder, Number(megabytes), options)} bytes`);
}
