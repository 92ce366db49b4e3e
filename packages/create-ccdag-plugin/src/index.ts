export { CreateError, createPlugin, type NewPlugin } from "./create-plugin.ts";
export type { PluginKind } from "./kinds.ts";
