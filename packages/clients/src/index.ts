export { arrangeClients, type ClientHome, clientHomes, clientHomesIn } from "./arrange-clients.ts";
export { type OtherClient, clientTable } from "./client-table.ts";
export { clientsOf } from "./plugin-clients.ts";
export { clientOf, sourceFor } from "./source-for.ts";
