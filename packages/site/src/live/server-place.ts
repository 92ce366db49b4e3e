import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { RequestError } from "@ccdag/pipeline/tables";

/** The address that only this machine reaches. A browser may resolve `localhost` to another one, where another user can listen. */
const loopback = "127.0.0.1";

/** What stands for all addresses of this machine. */
const all: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Where a server listens. */
export interface ServerPlace {
  /** An address of this machine; `0.0.0.0` for all of IPv4, `::` for all. */
  readonly host: string;
  /** The port; absent for the usual one, or any free port if that one is in use. */
  readonly port: number | undefined;
  /** What connections are encrypted with, both as PEM; absent for plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

/**
 * Read the option `--host`.
 *
 * @param value an address; `true` for the option alone, which means all of IPv4 (default: loopback).
 * @throws RequestError if this machine does not have that address.
 */
export function readHost(value: string | true | undefined): string {
  if (value === undefined) return loopback;
  if (value === true) return "0.0.0.0";
  if (all.has(value) || isLoopback(value) || addresses().includes(value)) return value;
  const own = addresses().map((one) => `\`${one}\``);
  throw new RequestError(
    `Unexpected --host \`${value}\`, expected an address of this machine: ${[...own, "or `0.0.0.0` for all"].join(", ")}`,
  );
}

/** Whether only this machine reaches an address. */
export function isLoopback(host: string): boolean {
  return host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** The addresses at which a server is reached that listens on a host, those of the network first. They change with the network. */
export function reachedAt(host: string): readonly string[] {
  if (!all.has(host)) return [host];
  return addresses().filter((one) => host === "::" || !isIPv6(one));
}

/** The addresses of this machine, those of the network first; without those that an address in a browser cannot name. */
function addresses(): readonly string[] {
  const own = Object.values(networkInterfaces())
    .flatMap((some) => some ?? [])
    .map(({ address }) => address)
    .filter((address) => !/^fe80:/i.test(address));
  return [...own.filter((one) => !isLoopback(one)), ...own.filter(isLoopback)];
}

/**
 * How the addresses of a server begin, as in `https://192.0.2.2:4173`.
 *
 * @param name the address of the machine.
 * @param port the port that it listens on.
 */
export function originOf({ tls }: ServerPlace, name: string, port: number): string {
  return `${tls ? "https" : "http"}://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}

/**
 * Whether a Host header names a server: one of its addresses, and no name, as a page could have its own name lead here.
 *
 * @param port the port that it listens on. Browsers omit the default one.
 */
export function isHostOf(place: ServerPlace, port: number, header: string): boolean {
  return reachedAt(place.host).some((name) => {
    const origin = originOf(place, name, port);
    return origin.endsWith(`//${header}`) || new URL(origin).host === header;
  });
}
