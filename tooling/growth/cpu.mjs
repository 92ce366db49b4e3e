// Loaded before a command: writes the milliseconds of CPU of its process to file descriptor 3 when it ends.
import { writeSync } from "node:fs";

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, String((user + system) / 1000));
});
