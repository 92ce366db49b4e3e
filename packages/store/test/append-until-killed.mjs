// Appends planned messages to a session, and prints `number id` for each that the store has acknowledged.
// Arguments: a folder or an address, the session, a file with the plan, and the number of the first message.
// The plan is a list with the number of each message's parent, or null for the default leaf.
import { readFileSync, writeSync } from "node:fs";
import { openStore } from "@ccdag/store";

const [place, session, plan, first] = process.argv.slice(2);
const parents = JSON.parse(readFileSync(plan, "utf8"));
const store = await openStore(place);
await store.createSession({ id: session });

/** The ids of the messages, by their numbers; those of earlier runs are read, as any program would. */
const ids = [];
for (const { id, meta } of (await store.messages(session)).items) ids[meta.number] = id;
for (let number = Number(first); number < parents.length; number++) {
  const content = { role: "user", parts: [{ type: "text", text: `message ${number}` }], meta: { number } };
  const parentId = parents[number] === null ? null : ids[parents[number]];
  const { message } = await store.append(session, content, { parentId, key: `message ${number}` });
  ids[number] = message.id;
  // Not through the stream of stdout: it may keep what was written, and a kill would lose it.
  writeSync(1, `${number} ${message.id}\n`);
}
await store.close();
