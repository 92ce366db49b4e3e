import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { isUuid } from "@ccdag/store";
import { readDocument } from "../src/index.ts";

/** A JSON object, read as it comes. */
type Fields = Readonly<Record<string, unknown>>;

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** Below the address of the server, such as `/api/v1/session/{session_id}`. */
  readonly path: string;
  /** The statuses that it may answer with. */
  readonly statuses: readonly number[];
}

/** An answer, as far as the document describes it. */
export interface Described {
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((found, key) => (found as Fields | undefined)?.[key], value);

const document = (await readDocument()) as Fields;
const methods = new Set(["get", "put", "post", "delete", "patch"]);
const pathOf = (url: unknown) => new URL(String(url)).pathname.replace(/\/$/, "");

/** All operations of the document, in its order. */
export const operations: readonly Operation[] = Object.entries(document["paths"] as Fields).flatMap(([path, item]) =>
  Object.entries(item as Fields)
    .filter(([method]) => methods.has(method))
    .map(([method, operation]) => ({
      id: String(at(operation, "operationId")),
      method: method.toUpperCase(),
      path: `${pathOf(at(item, "servers", "0", "url") ?? at(document, "servers", "0", "url"))}${path}`,
      statuses: Object.keys(at(operation, "responses") as Fields).map(Number),
    })),
);

/** The reasons that the document lists for requests that are refused. */
export const errorCodes = at(document, "components", "schemas", "Error", "properties", "error", "enum") as string[];

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictTypes: false, strictRequired: false });
ajv.addFormat("uuid", isUuid);
ajv.addFormat("date-time", (text: string) => new Date(text).toISOString() === text);
ajv.addVocabulary(Object.keys(document));
// What is open in the document so that a later version may add to it is closed here: no field is sent that it lacks.
ajv.addSchema(closed(document) as Fields, "document");

function closed(value: unknown, name = ""): unknown {
  // `Done` is completed where it is referred to, and what clients send may have more.
  if (
    typeof value !== "object" ||
    value === null ||
    ["Done", "StoreMessage", "StoreMessages", "SetRef", "requestBody"].includes(name)
  )
    return value;
  if (Array.isArray(value)) return value.map((one) => closed(one));
  const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one, key)]));
  return "properties" in copy ? { unevaluatedProperties: false, ...copy } : copy;
}

const compiled = new Map<string, ValidateFunction>();

/** The validator of the schema at a place in the document. */
function validatorAt(keys: readonly string[]): ValidateFunction {
  const pointer = keys.map((key) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
  const known = compiled.get(pointer) ?? ajv.compile({ $ref: `document#/${pointer}` });
  compiled.set(pointer, known);
  return known;
}

/** Follow a reference. */
function resolve(keys: readonly string[]): readonly string[] {
  const reference = at(document, ...keys, "$ref");
  return typeof reference === "string" ? reference.slice(2).split("/") : keys;
}

/** The operation that a request asks for; absent if the document has none. */
export function operationOf(method: string, pathname: string): Operation | undefined {
  const fits = ({ path }: Operation) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname);
  // A path without a variable is the better one.
  return operations
    .filter((one) => one.method === method && fits(one))
    .sort((a, b) => a.path.split("{").length - b.path.split("{").length)[0];
}

/** What is wrong with an answer, in the eyes of the document: nothing if the list is empty. */
export function faultsOf(operation: Operation | undefined, { status, type, body }: Described): string[] {
  if (operation === undefined) return faultsAt(["components", "responses", "Refused", "content", type, "schema"], body);
  const path = operation.path.replace(/^\/api\/v1(?=\/)/, "");
  const response = ["paths", path, operation.method.toLowerCase(), "responses", String(status)];
  if (at(document, ...response) === undefined) return [`${operation.id} has no answer with status ${status}`];
  if (status === 304) return body === "" ? [] : ["A 304 has no body"];
  return faultsAt([...resolve(response), "content", type, "schema"], body);
}

/** What is wrong with the body of a request that was accepted. */
export function requestFaultsOf({ path, method }: Operation, body: unknown): string[] {
  const keys = ["paths", path.replace(/^\/api\/v1(?=\/)/, ""), method.toLowerCase(), "requestBody"];
  return faultsAt([...keys, "content", "application/json", "schema"], body);
}

function faultsAt(schema: readonly string[], body: unknown): string[] {
  if (at(document, ...schema) === undefined) return [`${schema.join(" ")} is not in the document`];
  const validate = validatorAt(schema);
  if (validate(body)) return [];
  return validate.errors!.map(({ instancePath, message }) => `${instancePath}: ${message}`);
}
