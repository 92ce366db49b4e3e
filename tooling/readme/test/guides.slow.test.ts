import { blocksOf } from "../blocks.ts";
import { makePlace } from "./place.ts";
import { tryCommands } from "./try-commands.ts";
import { tryData } from "./try-data.ts";
import { tryPrograms } from "./try-programs.ts";

const blocks = blocksOf((path) => path.startsWith("docs/"));
const place = makePlace("guides");

tryPrograms(blocks, place);
tryCommands(blocks, place);
tryData(blocks);
