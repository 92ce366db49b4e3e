// Serves a store, and prints the address of the server. Arguments: the port, and a folder or an address.
import { writeSync } from "node:fs";
// The reading half is loaded only for transcripts: whatever changes there, this test is not run again.
import { serveStore } from "../dist/serve.js";

const [port, where] = process.argv.slice(2);
const { url } = await serveStore({ where, port: Number(port), token: false });
writeSync(1, `${url}\n`);
