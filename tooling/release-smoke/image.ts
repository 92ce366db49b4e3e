// The steps of the image and of the services around it, run on this machine without containers.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { startServices } from "../gate/services.mjs";
import { put, run } from "./run.ts";

/** What an image is, in a folder. */
export interface Image {
  /** Run a command of it, to its end. */
  readonly run: (...words: string[]) => Promise<string>;
  /** Start a service, until the returned function is called. */
  readonly start: (...words: string[]) => { readonly printed: () => string; readonly stop: () => void };
}

/**
 * Run the steps of the Dockerfile.
 *
 * @param top the folder of the Dockerfile.
 * @param folder where programs are installed instead of the file system of an image.
 * @param registry where npm finds them.
 * @param data the place of the store.
 */
export async function imageOf(top: string, folder: string, registry: string, data: string): Promise<Image> {
  const lines = readFileSync(join(top, "Dockerfile"), "utf8").split("\n");
  put(folder, "home/.npmrc", `registry=${registry}\nprefix=${folder}\nreplace-registry-host=always\n`);
  const env = `HOME=${join(folder, "home")}`;
  const version = lines.find((line) => line.startsWith("ARG "))!.slice(4);
  for (const line of lines)
    if (line.startsWith("RUN ")) await run(folder, "env", env, version, "bash", "-euc", line.slice(4));
  const call = ["env", env, `CCDAG_DATA=${data}`, join(folder, "bin/ccdag")] as const;
  return {
    run: (...words) => run(folder, ...call, ...words),
    start(...words) {
      let printed = "";
      const child = spawn(call[0], [...call.slice(1), ...words], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
      child.stdout.on("data", (text: Buffer) => (printed += String(text)));
      return { printed: () => printed, stop: () => void child.kill() };
    },
  };
}

/** The words after `ccdag` of the services that are ours. */
export function servicesOf(top: string): Readonly<Record<"store" | "worker", readonly string[]>> {
  const { services } = parse(readFileSync(join(top, "compose.yaml"), "utf8"), { merge: true }) as {
    services: Record<"store" | "worker", { command: string[] }>;
  };
  return { store: services.store.command, worker: services.worker.command };
}

/** A database server as the services have one; its address is absent where there is no PostgreSQL. */
export async function startDatabase(): Promise<{
  readonly data?: string | undefined;
  readonly stop: () => Promise<void>;
}> {
  const wanted = new Set(["DATABASE_URL"]);
  const { env, stop } = await startServices(wanted, { ...process.env, CCDAG_STARTS_DATABASE: "1" });
  return { data: (env as { DATABASE_URL?: string }).DATABASE_URL, stop };
}
