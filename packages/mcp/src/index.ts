export { createMcpServer, type McpServer } from "./create-mcp-server.ts";
