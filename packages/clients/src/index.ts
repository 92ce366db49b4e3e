export { arrangeClients, type ClientHome, clientHomes, clientHomesIn } from "./arrange-clients.ts";
export { type OtherClient, clientTable } from "./client-table.ts";
export { sourceFor } from "./source-for.ts";
