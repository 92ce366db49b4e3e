import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { quickNode } from "../../../tooling/tests/quick-node.ts";

const script = fileURLToPath(new URL("serve-until-killed.mjs", import.meta.url));

/** A port that is free. A server that is started again has the port that it had. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

/** A process that serves a store, which can be killed and started again. */
export class KilledServer {
  readonly where: string;
  readonly url: string;
  readonly #port: number;
  #child: ChildProcess | undefined;
  #exited: Promise<unknown> = Promise.resolve();
  kills = 0;

  private constructor(where: string, port: number) {
    this.where = where;
    this.url = `http://127.0.0.1:${port}/api/v1`;
    this.#port = port;
  }

  static async over(where: string): Promise<KilledServer> {
    return new KilledServer(where, await freePort());
  }

  /** Start the process, without waiting until it listens. */
  spawn(): void {
    const child = spawn(process.execPath, [...quickNode, script, `${this.#port}`, this.where], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#exited = once(child, "exit");
    this.#child = child;
  }

  /** Start the process, and wait until it listens. */
  async start(): Promise<void> {
    this.spawn();
    const listens = once(this.#child!.stdout!, "data");
    await Promise.race([listens, this.#exited]);
    if (this.#child!.exitCode !== null) throw new Error("The server ended before it listened");
  }

  /** Kill the process at once. */
  async kill(): Promise<void> {
    if (this.#child!.kill("SIGKILL")) this.kills++;
    await this.#exited;
  }
}
