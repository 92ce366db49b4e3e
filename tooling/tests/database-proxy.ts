import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** Stands before a database server. What programs see of it is what they see of a server that stops and starts again. */
export class Proxy {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  private constructor(address: string) {
    this.#target = new URL(address);
  }

  /** Stand before the server at an address. */
  static async before(address: string): Promise<Proxy> {
    const proxy = new Proxy(address);
    await proxy.start();
    return proxy;
  }

  /** The address of the server behind it. */
  get address(): string {
    const address = new URL(this.#target);
    address.host = `127.0.0.1:${this.#port}`;
    return address.href;
  }

  /** Break all connections, in the middle of whatever they do. */
  breakAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Break all connections, and refuse new ones. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    this.breakAll();
    await closed;
  }

  /** Listen again. */
  async start(): Promise<void> {
    this.#server = createServer((client) => {
      const server = connect(Number(this.#target.port || 5432), this.#target.hostname);
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#sockets.add(from);
        from.on("error", () => {}).on("close", () => to.destroy());
        from.once("close", () => this.#sockets.delete(from));
        from.pipe(to);
      }
    }).listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }
}
