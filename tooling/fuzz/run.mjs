// `pnpm --filter @ccdag/fuzz start [seconds]`: search for an archive that a command fails for; ten minutes by default, with another
// seed each time.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const [seconds = "600"] = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  ["tooling/tests/run.mjs", "test:slow", "tooling/fuzz/fuzz.slow.test.ts"],
  {
    cwd: fileURLToPath(new URL("../../", import.meta.url)),
    stdio: "inherit",
    env: { ...process.env, CCDAG_FUZZ_SECONDS: seconds },
  },
);
process.exitCode = status ?? 1;
