import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { Refusal } from "./envelope.ts";
import { readDocument } from "./document.ts";
import type { Visitor } from "./guard.ts";

/** An operation of the OpenAPI document. */
interface Operation {
  readonly method: string;
  readonly path: RegExp;
  /** The names of the parameters that it takes. */
  readonly parameters: readonly string[];
  /** The names of the fields of its body; absent where the body is no JSON, or none. */
  readonly fields: readonly string[] | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

let operations: Promise<readonly Operation[]> | undefined;

/**
 * Refuse parameters that an operation has not: one that is ignored, such as `leafId`, would give another branch than was asked
 * for. What an operation takes stands in the OpenAPI document.
 */
export const onlyKnown: MiddlewareHandler<Visitor> = createMiddleware<Visitor>(async (context, next) => {
  const operation = (await matching(context)).find(({ method }) => method === methodOf(context));
  context.set("fields", operation?.fields);
  if (operation !== undefined) {
    const given = Object.entries(context.req.queries());
    refuseUnknown(
      given.map(([name]) => name),
      operation.parameters,
      "parameter",
    );
    const [repeated] = given.find(([, values]) => values.length > 1) ?? [];
    if (repeated !== undefined) throw new Refusal("INVALID_QUERY", `Unexpected second ${repeated}, expected one`);
  }
  await next();
});

/**
 * Refuse names that are not known.
 *
 * @param given the names that were sent.
 * @param known the names that are read.
 * @param kind what has the names.
 * @throws Refusal which says the name that was meant, or all.
 */
export function refuseUnknown(given: readonly string[], known: readonly string[], kind: "parameter" | "field"): void {
  const name = given.find((one) => !known.includes(one));
  if (name === undefined) return;
  const shown = JSON.stringify(name.slice(0, 40));
  const meant = known.find((one) => isAlike(one, name));
  const hint =
    meant !== undefined ? `did you mean ${meant}?` : `expected ${known.length === 0 ? "none" : known.join(", ")}`;
  throw new Refusal(kind === "field" ? "INVALID_BODY" : "INVALID_QUERY", `Unknown ${kind} ${shown}, ${hint}`);
}

/** Whether two names differ in how words are joined only, or one is the beginning of the other. */
function isAlike(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => name.replaceAll(/[^a-z\d]/gi, "").toLowerCase()) as [string, string];
  return b.length > 2 && (a.startsWith(b) || b.startsWith(a));
}

/** The methods that a path has; none for one that no route has. */
export async function methodsOf(context: Context): Promise<readonly string[]> {
  const methods = (await matching(context)).map(({ method }) => method);
  return methods.includes("GET") ? ["HEAD", ...methods] : methods;
}

async function matching(context: Context): Promise<readonly Operation[]> {
  return (await (operations ??= readOperations())).filter(({ path }) => path.test(context.req.path));
}

function methodOf({ req: { method } }: Context): string {
  return method === "HEAD" ? "GET" : method;
}

async function readOperations(): Promise<Operation[]> {
  const document = (await readDocument()) as Fields;
  const at = (value: unknown, ...keys: readonly string[]) =>
    keys.reduce<unknown>((found, key) => (found as Fields | undefined)?.[key], value);
  const resolve = (value: unknown): unknown => {
    const reference = at(value, "$ref");
    return typeof reference === "string" ? at(document, ...reference.slice(2).split("/")) : value;
  };
  const base = (item: unknown) => new URL(String(at(at(item, "servers") ?? document["servers"], "0", "url"))).pathname;
  return Object.entries(document["paths"] as Fields).flatMap(([path, item]) =>
    Object.entries(item as Fields)
      .filter(([, operation]) => at(operation, "operationId") !== undefined)
      .map(([method, operation]) => {
        const pattern = `${base(item).replace(/\/$/, "")}${path}`.replaceAll(/\{\w+\}/g, "[^/]+");
        const given = [at(item, "parameters"), at(operation, "parameters")].flatMap(
          (list) => (list as unknown[]) ?? [],
        );
        const schema = resolve(at(operation, "requestBody", "content", "application/json", "schema"));
        return {
          method: method.toUpperCase(),
          path: new RegExp(`^${pattern}$`),
          parameters: given.map(resolve).flatMap((one) => (at(one, "in") === "query" ? [String(at(one, "name"))] : [])),
          fields: schema === undefined ? undefined : Object.keys(at(schema, "properties") ?? {}),
        };
      }),
  );
}
