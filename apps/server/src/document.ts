import { readFile } from "node:fs/promises";
import { parse } from "yaml";

let document: Promise<unknown> | undefined;

/** The OpenAPI document of the server. */
export function readDocument(): Promise<unknown> {
  return (document ??= readFile(new URL("../openapi.yaml", import.meta.url), "utf8").then((text) => parse(text)));
}
