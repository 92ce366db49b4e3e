import { beforeAll, describe, expect, test } from "vitest";
import { createApp, readDocument } from "../src/index.ts";
import { type Answer, apiOver } from "./api.ts";
import { embedded } from "./databases.ts";
import { errorCodes, faultsOf, operationOf, operations, requestFaultsOf } from "./document.ts";
import { serversOver } from "./openapi-requests.ts";
import { rows } from "./openapi-rows.ts";

const world = apiOver(embedded);
const answers: Answer[] = [];

beforeAll(async () => {
  const servers = await serversOver(world.store);
  for (const { send } of rows) answers.push(await send(servers));
});

describe("P7 each answer is the one that the OpenAPI document describes", () => {
  test.each(rows.map(({ id, status, error }, at) => ({ id, status, error, at })))(
    "$id: $status $error",
    ({ status, error, at }) => {
      expect([answers[at]!.status, answers[at]!.error]).toEqual([status, error]);
    },
  );

  test("every operation gave every answer that it has, and every reason of a refusal was given", () => {
    const seen = new Set(rows.map(({ id }, at) => `${id} ${answers[at]!.status}`));
    expect(
      operations.flatMap(({ id, statuses }) => statuses.map((one) => `${id} ${one}`)).filter((one) => !seen.has(one)),
    ).toEqual([]);
    // The last test asks for what no route has.
    const reasons = new Set(["NOT_FOUND", "METHOD_NOT_ALLOWED", ...answers.flatMap(({ error }) => error ?? [])]);
    expect([...reasons].sort()).toEqual([...errorCodes].sort());
  });

  test("a path that no route has gives 404, and a method that its path has not 405 with those that it has", async () => {
    for (const path of ["/", "/api/v1", "/api/v2/session", "/api/v1/session/", "/api/v1/sessions"])
      expect(await world.api.get(path)).toMatchObject({ status: 404, error: "NOT_FOUND" });
    for (const method of ["PUT", "PATCH", "OPTIONS"]) {
      const refused = await world.api.send(method, "session");
      expect([refused.status, refused.error]).toEqual([405, "METHOD_NOT_ALLOWED"]);
      expect(refused.headers.get("Allow")).toBe("HEAD, GET, POST");
    }
  });
});

describe("the OpenAPI document", () => {
  test("has every route of the server, and no other", () => {
    const routes = createApp(world.store)
      .routes.filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
    expect(routes.sort()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).sort());
  });

  test("is what the server sends", async () => {
    const { text } = await world.api.get("openapi.json");
    expect(JSON.parse(text)).toEqual(await readDocument());
  });

  test("names each operation once, and declares each variable of a path", async () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
    const { paths } = (await readDocument()) as { paths: Record<string, { parameters?: { $ref: string }[] }> };
    for (const [path, { parameters = [] }] of Object.entries(paths)) {
      const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `#/components/parameters/${name}`);
      expect([path, parameters.map(({ $ref }) => $ref)]).toEqual([path, variables]);
    }
  });

  test("has a value for each of its names", async () => {
    // A comma in a description without quotes ends it, and its rest becomes a name.
    const names: unknown[] = [];
    JSON.stringify(await readDocument(), (name, value: unknown) => (value === null && names.push(name), value));
    expect(names).toEqual([]);
  });

  test("is compared strictly: other fields, statuses, types and codes are found", () => {
    const ping = operationOf("GET", "/api/v1/ping");
    const type = "application/json";
    expect(faultsOf(ping, { status: 200, type, body: { code: 0, msg: "pong" } })).toEqual([]);
    expect(faultsOf(ping, { status: 200, type, body: { code: 1, msg: "pong" } })).toHaveLength(1);
    expect(faultsOf(ping, { status: 200, type, body: { code: 0, msg: "pong", more: 1 } })).toHaveLength(1);
    expect(faultsOf(ping, { status: 404, type, body: { code: 404, msg: "a", error: "NOT_FOUND" } })).toHaveLength(1);
    expect(faultsOf(ping, { status: 200, type: "text/html", body: { code: 0, msg: "pong" } })).toHaveLength(1);
    const list = operationOf("GET", "/api/v1/session");
    const item = { id: "x", more: 1 };
    const body = { code: 0, msg: "", data: { items: [item], has_more: false, more: 1 }, more: 1 };
    const faults = faultsOf(list, { status: 200, type, body }).join("\n");
    expect(faults.match(/unevaluated/g)).toHaveLength(3);
    expect(faults).toContain('/data/items/0/id: must match format "uuid"');
    expect(requestFaultsOf(operationOf("POST", "/api/v1/session/a/messages")!, { blob: [] })).toHaveLength(1);
  });
});
