export { judgeText } from "./judge-text.ts";
export { judgeTree } from "./judge-tree.ts";
export type { TreeNode } from "./tree.ts";
export {
  dimensions,
  type Block,
  type BlockKind,
  type BranchLine,
  type Dimension,
  type ExpectedConversation,
  type ExpectedAgent,
  type ExpectedSession,
  type Line,
  type Score,
} from "./types.ts";
export { isOfHome, parentsIn, readScenarios, unpack, type Scenario } from "./data.ts";
export { judge } from "./output.ts";
export { runAll, runTool, type Result, type RunOptions } from "./run-tool.ts";
export { countOf, toTable } from "./to-table.ts";
export { isSpoken } from "./comparable.ts";
