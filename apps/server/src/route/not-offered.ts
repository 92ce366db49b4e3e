import { Hono } from "hono";
import { Refusal } from "../envelope.ts";
import type { Visitor } from "../guard.ts";

/** Routes of the service that this one is modelled on, which belong to parts that it has not: tasks, spaces, files. */
const notOffered: ReadonlyArray<readonly ["GET" | "POST", string]> = [
  ["POST", "connect_to_space"],
  ["POST", "events"],
  ["POST", "flush"],
  ["GET", "get_learning_status"],
  ["GET", "observing_status"],
  ["GET", "task"],
];

/** Answers of routes that are not offered: 501, so that a client can distinguish them from a mistyped one. */
export function routesNotOffered(): Hono<Visitor> {
  const routes = new Hono<Visitor>();
  for (const [method, name] of notOffered)
    routes.on(method, `/session/:session_id/${name}`, () => {
      throw new Refusal(
        "NOT_IMPLEMENTED",
        `${name} is not offered: the store keeps messages, no tasks, spaces or files`,
      );
    });
  return routes;
}
