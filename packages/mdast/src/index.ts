export { anchorName } from "./anchor-name.ts";
export { toMdast, toMdastPieces } from "./to-mdast.ts";
export { defaultHandlers } from "./handle/index.ts";
export { defaultTools } from "./tool/index.ts";
export { callTitle } from "./call-title.ts";
export { compactionLabel } from "./handle/compaction.ts";
export { collectAssets, type Assets, type FileAsset } from "./assets.ts";
export { defaultLabels } from "./default-labels.ts";
export { type LabelOptions, type Labels, withLabels } from "./labels.ts";
export {
  formatAge,
  formatBytes,
  formatCompact,
  formatCost,
  formatDuration,
  formatFill,
  formatNumber,
  formatShare,
  formatSpan,
  shortNumber,
} from "./amounts.ts";
export { formatTime, preview, titleOf } from "./format.ts";
export { endOfPath } from "./end-of-path.ts";
export { relativeTo } from "./relative-to.ts";
export { pullLinks } from "./handle/session.ts";
export { headline } from "./headline.ts";
export { oneLine, plain } from "./one-line.ts";
export type { Remote } from "./remote.ts";
export { defuse, isSafeAddress } from "./defuse.ts";
export { parseMarkdown } from "./parse-markdown.ts";
export { isLanguage } from "./languages.ts";
export { type Blocks, parseBlocks } from "./parse-blocks.ts";
export { attempt, type RenderProblem, sourceOf } from "./wall.ts";
export type {
  AgentPolicy,
  Anchor,
  Asset,
  Details,
  MdastExtension,
  Handler,
  ImagePolicy,
  SectionKind,
  Markdown,
  MdastOptions,
  Landmark,
  Section,
  SessionOverview,
  State,
  Tool,
  ToolView,
  TurnFacts,
  WorkFacts,
} from "./types.ts";
