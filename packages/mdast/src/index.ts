export { toMdast } from "./to-mdast.ts";
export { defaultHandlers } from "./handle/index.ts";
export { defaultTools } from "./tool/index.ts";
export { compactionLabel } from "./handle/compaction.ts";
export { defaultLabels, type Labels } from "./labels.ts";
export { formatDuration, formatTime, oneLine, preview, shortId } from "./format.ts";
export { parseMarkdown } from "./parse-markdown.ts";
export { type Blocks, parseBlocks } from "./parse-blocks.ts";
export type {
  AgentPolicy,
  Anchor,
  Details,
  Extension,
  Handler,
  Markdown,
  Options,
  State,
  Tool,
  ToolView,
} from "./types.ts";
