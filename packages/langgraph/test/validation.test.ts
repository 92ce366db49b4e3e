import { deltaChannelHistoryTests, specTest } from "@langchain/langgraph-checkpoint-validation";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { serveForTests } from "./serve.ts";

// The suite of LangGraph takes what tests are made of from the global object.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it });

const served = serveForTests();
// The name is what the suite knows savers by for which it skips something.
const initializer = { checkpointerName: "@ccdag/langgraph", createCheckpointer: () => served.saver() };
specTest(initializer);
deltaChannelHistoryTests(initializer);
