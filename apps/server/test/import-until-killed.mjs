// Opens a store, prints `open`, and imports a folder. Arguments: a folder or an address of the store, and the folder.
import { writeSync } from "node:fs";
import { openStore } from "@ccdag/store";
import { importFolder } from "../dist/index.js";

const [where, folder] = process.argv.slice(2);
const store = await openStore(where);
writeSync(1, "open\n");
await importFolder(store, folder);
await store.close();
