export { arrangeClients, type ClientHome, clientHomes, clientHomesIn } from "./arrange-clients.ts";
export { type Client, clientTable } from "./client-table.ts";
export { sourceFor } from "./source-for.ts";
