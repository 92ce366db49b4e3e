// The least that any reader of transcripts does: read each file, and parse each line. Its arguments are a folder, and how often.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [folder, times = 1] = process.argv.slice(2);
let records = 0;
for (let time = 0; time < Number(times); time++)
  for (const path of readdirSync(folder, { recursive: true }))
    if (path.endsWith(".jsonl"))
      for (const line of readFileSync(join(folder, path), "utf8").split("\n"))
        if (line !== "" && JSON.parse(line)) records++;
console.log(records);
