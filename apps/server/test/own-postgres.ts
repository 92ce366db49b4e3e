import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./killed-server.ts";

const installed = "/usr/lib/postgresql";

/** A PostgreSQL server of a test, which it can stop at once, as a machine that stops does. */
export class OwnPostgres {
  readonly address: string;
  readonly #folder: string;
  readonly #port: number;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.address = `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  static async make(): Promise<OwnPostgres> {
    const folder = mkdtempSync(join(tmpdir(), "ccdag-postgres-"));
    // The server runs as another account.
    chmodSync(folder, 0o777);
    const server = new OwnPostgres(folder, await freePort());
    server.#run("initdb", "-A trust -U postgres --no-sync");
    server.start();
    return server;
  }

  start(): void {
    const settings = `-p ${this.#port} -k ${this.#folder} -c listen_addresses=127.0.0.1`;
    this.#run("pg_ctl", `-w -l '${join(this.#folder, "log")}' -o '${settings}' start`);
  }

  /** All its processes end; nothing is written any more. */
  stopAtOnce(): void {
    this.#run("pg_ctl", "-m immediate stop");
  }

  remove(): void {
    this.stopAtOnce();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(program: string, args: string): void {
    const versions = readdirSync(installed).sort((a, b) => Number(a) - Number(b));
    const command = `'${join(installed, versions.at(-1)!, "bin", program)}' -D '${join(this.#folder, "data")}' ${args}`;
    // PostgreSQL refuses to run as root.
    const [shell, ...before] = process.getuid?.() === 0 ? ["su", "postgres", "-s", "/bin/sh"] : ["/bin/sh"];
    execFileSync(shell!, [...before, "-c", command], { stdio: "ignore" });
  }
}
