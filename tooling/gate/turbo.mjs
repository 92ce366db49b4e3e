// Starts turbo as the project wants it.
import { spawn, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { top } from "../setup/install.mjs";
import { cacheFolder } from "./cache.mjs";
import { keys } from "./keys.mjs";
import { patience } from "./patience.mjs";

const program = join(dirname(createRequire(import.meta.url).resolve("turbo/package.json")), "bin/turbo");

/** The environment that turbo and its tasks get. turbo has no setting for telemetry but these variables. */
export function environment(env = process.env) {
  return {
    ...env,
    // What starts the tasks: see there.
    PATH: [join(top, "tooling/gate/bin"), env.PATH].join(delimiter),
    TURBO_TELEMETRY_DISABLED: "1",
    DO_NOT_TRACK: "1",
    TURBO_CACHE_DIR: join(cacheFolder(env), "turbo"),
    ...(env.CCDAG_CACHE === "off" ? { TURBO_FORCE: "true" } : {}),
    ...keys(env),
    CCDAG_PATIENCE: env.CCDAG_PATIENCE ?? String(patience()),
  };
}

/** Run turbo with the terminal of this process. The exit code. */
export function turbo(args, env = environment()) {
  // Not in one go: the browser that tests connect to is served by this process.
  const child = spawn(process.execPath, [program, ...args], { cwd: top, stdio: "inherit", env });
  return new Promise((resolve, reject) => child.on("error", reject).on("close", (code) => resolve(code ?? 1)));
}

/** What turbo prints, for those who read it. */
export function askTurbo(args, env = environment()) {
  const options = { cwd: top, encoding: "utf8", env, maxBuffer: 1 << 28 };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  if (status !== 0) throw new Error(`turbo ${args.join(" ")} ended with ${status}: ${stderr}${stdout}`);
  return stdout;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await turbo(process.argv.slice(2));
