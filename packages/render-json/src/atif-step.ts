import {
  type Compaction,
  type Content,
  type Message,
  originFacts,
  type ToolCall,
  type ToolResult,
  type UsageTotals,
} from "@ccdag/ccast";
import { integer, isoTime, toArguments, whatIsThere } from "./exact-json.ts";
import { count, type Counts } from "./omitted.ts";

/** A part of a message: a text, or an image that is somewhere else. */
type AtifPart = { type: "text"; text: string } | { type: "image"; source: { media_type: string; path: string } };

/** What the names of other trajectories are looked up with. */
export interface AtifReference {
  trajectory_id: string;
  session_id: string;
}

/** What a tool answered. */
interface AtifResult {
  source_call_id?: string | undefined;
  content?: string | AtifPart[] | undefined;
  subagent_trajectory_ref?: AtifReference[] | undefined;
  extra?: object | undefined;
}

/** The tokens of the calls of a step. Those of the cache are prompt tokens, too. */
export interface AtifMetrics {
  prompt_tokens: number;
  completion_tokens: number;
  cached_tokens: number;
  cost_usd?: number | undefined;
  extra?: object | undefined;
}

/** A message with the results of its calls. */
export interface AtifStep {
  step_id: number;
  timestamp?: string | undefined;
  source: "system" | "user" | "agent";
  model_name?: string | undefined;
  message: string | AtifPart[];
  reasoning_content?: string | undefined;
  tool_calls?: object[] | undefined;
  observation?: { results: AtifResult[] } | undefined;
  metrics?: AtifMetrics | undefined;
  is_copied_context?: true | undefined;
  llm_call_count?: number | undefined;
  extra?: object | undefined;
}

/** What a step holds besides its message. */
export interface StepContext {
  readonly step_id: number;
  /** The usage of the API calls of the message, if it is the first one of them. */
  readonly usage: UsageTotals | undefined;
  /** Whether another trajectory has the step as its own. */
  readonly isCopied: boolean;
  /** The trajectories of the agents that a call spawned, as far as they are embedded. */
  readonly agentsOf: (call: ToolCall) => AtifReference[];
  /** A name of a call that no other call of the trajectory has. */
  readonly uniqueId: (id: string) => string;
  /** Where what the step cannot say is counted. */
  readonly omitted: Counts;
}

/** Convert a message, or the summary of a compaction, to a step. */
export function toStep(node: Message | Compaction, context: StepContext): AtifStep {
  const { step_id, usage, isCopied, omitted } = context;
  const isAgent = node.type === "message" && node.role === "assistant";
  const isReply = isAgent && originFacts(node.origin).isReply === true;
  const { calls, results, thoughts, unknown, said } = partsOf(node, isAgent, context);
  return {
    step_id,
    timestamp: isoTime(node.timestamp),
    source: isAgent ? "agent" : sourceOf(node),
    model_name: isReply ? node.model : undefined,
    message: toContent(said, omitted),
    reasoning_content: thoughts.length > 0 ? thoughts.join("\n\n") : undefined,
    tool_calls: calls.length > 0 ? calls : undefined,
    observation: results.length > 0 ? { results } : undefined,
    metrics: isAgent && usage ? toMetrics(usage) : undefined,
    is_copied_context: isCopied || undefined,
    // What the client writes in the name of the model is no call of it.
    llm_call_count: isAgent ? (usage?.calls ?? (isReply || thoughts.length > 0 ? undefined : 0)) : undefined,
    extra: whatIsThere({ ...extraOf(node), unknown: unknown.length > 0 ? unknown : undefined }),
  };
}

/** The client speaks as the system, though the model reads it as the user's words. */
function sourceOf(node: Message | Compaction): "user" | "system" {
  if (node.type === "compaction" || node.role === "system") return "system";
  const { part, beginsAgentTurn } = originFacts(node.origin);
  return part === "prompt" || beginsAgentTurn === true ? "user" : "system";
}

function extraOf(node: Message | Compaction): object {
  if (node.type === "compaction") {
    const { uuid, id, trigger, preTokens, postTokens } = node;
    const compaction = { trigger, tokens_before: preTokens, tokens_after: postTokens };
    return { uuid: uuid ?? id, compaction };
  }
  const { uuid, id, origin, senders, about } = node;
  const isUsual = origin === "prompt" || origin === "reply";
  return { uuid: uuid ?? id, origin: isUsual ? undefined : origin, senders, about_agent: about };
}

interface Parts {
  readonly calls: object[];
  readonly results: AtifResult[];
  readonly thoughts: string[];
  readonly unknown: unknown[];
  /** Texts and media. */
  readonly said: Content[];
}

function partsOf({ children }: Message | Compaction, isAgent: boolean, context: StepContext): Parts {
  const { omitted } = context;
  const parts: Parts = { calls: [], results: [], thoughts: [], unknown: [], said: [] };
  for (const child of children)
    if (child.type === "toolCall" && isAgent) addCall(child, parts, context);
    else if (child.type === "toolResult")
      parts.results.push(toResult(child, { tool_use_id: child.toolUseId }, omitted));
    else if (child.type === "thinking" && isAgent && child.value !== "") parts.thoughts.push(child.value);
    else if (child.type === "unknown") parts.unknown.push(child.raw);
    else parts.said.push(child);
  return parts;
}

function addCall(call: ToolCall, { calls, results }: Parts, { uniqueId, agentsOf, omitted }: StepContext): void {
  const { name, input, result, agents } = call;
  const id = uniqueId(call.id);
  const extra = whatIsThere({ id: id === call.id ? undefined : call.id, agents });
  calls.push({ tool_call_id: id, function_name: name, arguments: toArguments(input), extra });
  const references = agentsOf(call);
  const answer = result && toResult(result, {}, omitted);
  if (answer === undefined && references.length === 0) return;
  const subagent_trajectory_ref = references.length > 0 ? references : undefined;
  results.push({ source_call_id: id, ...answer, subagent_trajectory_ref });
}

function toResult({ children, isError, structured, whole }: ToolResult, about: object, omitted: Counts): AtifResult {
  if (structured !== undefined || whole !== undefined) count(omitted, "details of a result");
  return { content: toContent(children, omitted), extra: whatIsThere({ ...about, is_error: isError }) };
}

/** The types of images that the format knows. */
const imageTypes = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

/** A text, or a list of parts if there is an image. An image must have an address: there is no place for its bytes. */
function toContent(nodes: readonly Content[], omitted: Counts): string | AtifPart[] {
  const parts = nodes.flatMap((node): AtifPart[] => {
    if (node.type === "text") return [{ type: "text", text: node.value }];
    if (node.type === "image" && node.url?.includes("://") && imageTypes.has(node.mediaType))
      return [{ type: "image", source: { media_type: node.mediaType, path: node.url } }];
    count(omitted, node.type);
    return [];
  });
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return texts.length === parts.length ? texts.join("\n\n") : parts;
}

/** The metrics of some usage. A cost that is not known is not in it. */
export function toMetrics(usage: UsageTotals): AtifMetrics {
  const { input, output, cacheRead, cacheWrite, webSearches, cost, unpriced, calls } = usage;
  return {
    prompt_tokens: integer(input + cacheRead + cacheWrite),
    completion_tokens: integer(output),
    cached_tokens: integer(cacheRead),
    cost_usd: unpriced < calls ? cost : undefined,
    extra: whatIsThere({
      cache_write_tokens: cacheWrite > 0 ? integer(cacheWrite) : undefined,
      web_searches: webSearches > 0 ? integer(webSearches) : undefined,
      calls_without_a_price: unpriced > 0 ? unpriced : undefined,
    }),
  };
}
