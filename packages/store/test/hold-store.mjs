// Opens the store of a folder in a process of its own, and holds it until stdin ends. Prints `open`, or why it cannot.
// Arguments: the folder, and a session to which a message is appended, if there is one.
import { openStore } from "@ccdag/store";

const [folder, session] = process.argv.slice(2);
try {
  const store = await openStore(folder);
  if (session) await store.append(session, { role: "user", parts: [{ type: "text", text: "child" }], meta: {} });
  process.stdout.write("open\n");
  process.stdin.resume();
  await new Promise((resolve) => process.stdin.on("end", resolve));
  await store.close();
} catch (error) {
  process.stdout.write(`${error.code ?? error.message}\n`);
}
