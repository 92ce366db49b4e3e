import { blocksOf } from "../blocks.mjs";
import { makeSandbox } from "./sandbox.ts";
import { tryCommands } from "./try-commands.ts";
import { tryData } from "./try-data.ts";
import { tryPrograms } from "./try-programs.ts";

const blocks = blocksOf((path) => path.startsWith("docs/"));
const sandbox = makeSandbox("guides");

tryPrograms(blocks, sandbox);
tryCommands(blocks, sandbox);
tryData(blocks);
