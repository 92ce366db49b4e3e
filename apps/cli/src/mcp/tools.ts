import type { McpTool } from "./tool.ts";
import { edits } from "./tools/edits.ts";
import { listSessions } from "./tools/list-sessions.ts";
import { read } from "./tools/read.ts";
import { search } from "./tools/search.ts";
import { usage } from "./tools/usage.ts";

/** The tools of the server, in the order in which clients list them. A new tool is one row here. */
export const mcpTools: readonly McpTool[] = [search, read, listSessions, usage, edits];
