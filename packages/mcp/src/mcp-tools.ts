import type { McpTool } from "./mcp-tool.ts";
import { edits } from "./edits-tool.ts";
import { listSessions } from "./list-sessions-tool.ts";
import { read } from "./read-tool.ts";
import { search } from "./search-tool.ts";
import { usage } from "./usage-tool.ts";

/** The tools of the server, in the order in which clients list them. A new tool is one row here. */
export const mcpTools: readonly McpTool[] = [search, read, listSessions, usage, edits];
