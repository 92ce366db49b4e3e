export type { Json, JsonObject, MessageContent, Part, PartType, Role } from "./types.ts";
