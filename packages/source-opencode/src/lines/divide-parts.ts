import { isObject, type JsonObject } from "@ccdag/core";
import { type OpencodeMessage, partsOf, roleOf } from "../history/opencode-message.ts";
import { number, object, text } from "../read-value.ts";
import type { ArrangedKind } from "./arranged-line.ts";

/** What of a message is one record. */
export interface MessagePiece {
  readonly kind: ArrangedKind;
  readonly parts: readonly JsonObject[];
  readonly time?: number | undefined;
  /** The tokens of its request (O10). */
  readonly tokens?: JsonObject | undefined;
  /** What the client recorded as its cost, in US dollars. */
  readonly cost?: number | undefined;
  /** Whether a revert took it away and left the message: what is said next does not follow it. */
  readonly isCut?: boolean | undefined;
}

/**
 * Divide a message into the records that it is made of: a message may be typed in part only, and each step of an answer
 * has the results of its calls after it (O6, O7, O8, O11).
 *
 * @param message the message.
 * @param isShell whether it is a command that the person ran.
 */
export function divideParts(message: OpencodeMessage, isShell: boolean): MessagePiece[] {
  const all = partsOf(message).map(({ row, data, isRemoved }) => ({ isRemoved, part: { ...data, row } }));
  const kept = all.filter(({ isRemoved }) => !isRemoved).map(({ part }) => part);
  const cut = all.filter(({ isRemoved }) => isRemoved).map(({ part }) => part);
  const divide = roleOf(message) === "assistant" ? (isShell ? asShell : divideAnswer) : divideUser;
  const pieces = divide(kept, message.info);
  const cutPieces = cut.length === 0 ? [] : divide(cut, {}).map((piece) => ({ ...piece, isCut: true }));
  if (pieces.length === 0) pieces.push({ kind: "message", parts: [] });
  return [...pieces, ...cutPieces];
}

/** Whether a part is words that a person typed, or a file that the person added. */
export function isTyped({ type, synthetic, mime, url }: JsonObject): boolean {
  if (type === "text") return synthetic !== true;
  if (type === "file") return (text(url) ?? "").startsWith("data:") && !(text(mime) ?? "").startsWith("text/");
  return type === "subtask";
}

function divideUser(parts: readonly JsonObject[]): MessagePiece[] {
  const added = parts.filter(isSynthetic);
  const others = parts.filter((part) => !isCompaction(part) && !isSynthetic(part));
  const isPrompt = others.some(isTyped);
  return [
    ...pieceOf("prompt", isPrompt ? others : []),
    ...pieceOf(added.length > 0 ? "meta" : "message", isPrompt ? added : [...others, ...added]),
    ...pieceOf("compaction", parts.filter(isCompaction)),
  ];
}

function pieceOf(kind: ArrangedKind, parts: readonly JsonObject[]): MessagePiece[] {
  return parts.length === 0 ? [] : [{ kind, parts }];
}

function isCompaction({ type }: JsonObject): boolean {
  return type === "compaction";
}

function isSynthetic({ type, synthetic }: JsonObject): boolean {
  return type === "text" && synthetic === true;
}

function asShell(parts: readonly JsonObject[]): MessagePiece[] {
  return [{ kind: "shell", parts }];
}

function divideAnswer(parts: readonly JsonObject[], info: JsonObject): MessagePiece[] {
  const isSummary = ({ type }: JsonObject) => info["summary"] === true && type === "text";
  const pieces = pieceOf("summary", parts.filter(isSummary));
  for (const { step, tokens, cost } of withTokens(stepsOf(parts.filter((part) => !isSummary(part))), info)) {
    const results = step.filter(hasEnded);
    const time = number(object(step.find((part) => part["time"] !== undefined)?.["time"])["start"]);
    const kind = step.some(isSaid) || isPaid(tokens) ? "answer" : "message";
    pieces.push({ kind, parts: step.map((part) => (hasEnded(part) ? toCall(part) : part)), time, tokens, cost });
    if (results.length > 0) pieces.push({ kind: "results", parts: results.map(toResult), time: endOf(results) });
  }
  const error = object(info["error"]);
  const ended = number(object(info["time"])["completed"]);
  if (error["name"] === "MessageAbortedError") pieces.push({ kind: "interrupt", parts: [], time: ended });
  else if (text(error["name"]) !== undefined) pieces.push({ kind: "error", parts: [], time: ended });
  return pieces;
}

/** A step of an answer, and what its request has used. */
interface PaidStep {
  readonly step: readonly JsonObject[];
  readonly tokens?: JsonObject | undefined;
  readonly cost?: number | undefined;
}

/**
 * The tokens and the cost of each step: of several, each has its own; the message has those of the only one, also where the step
 * did not come to its end.
 */
function withTokens(steps: readonly JsonObject[][], info: JsonObject): PaidStep[] {
  const own = steps.map((step) => step.find(({ type, tokens }) => type === "step-finish" && isObject(tokens)));
  const ofMessage = isObject(info["tokens"]) ? info["tokens"] : undefined;
  if (own.filter(Boolean).length > 1)
    return steps.map((step, at) => ({
      step,
      tokens: own[at] && object(own[at]["tokens"]),
      cost: number(own[at]?.["cost"]),
    }));
  const all = steps.length === 0 && isPaid(ofMessage) ? [[]] : steps;
  return all.map((step, at) => (at === 0 ? { step, tokens: ofMessage, cost: number(info["cost"]) } : { step }));
}

function isPaid(tokens: JsonObject | undefined): boolean {
  return Object.values(tokens ?? {}).some((count) => typeof count === "number" && count > 0);
}

/** Whether a part is something that a model said. A client that was killed leaves steps without any. */
function isSaid({ type, text: said }: JsonObject): boolean {
  return type === "tool" || type === "file" || ((type === "text" || type === "reasoning") && text(said) !== undefined);
}

/** The steps of an answer: older versions wrote several into one message. */
function stepsOf(parts: readonly JsonObject[]): JsonObject[][] {
  const steps: JsonObject[][] = [];
  for (const part of parts) {
    if (steps.length === 0 || part["type"] === "step-start") steps.push([]);
    steps.at(-1)!.push(part);
  }
  return steps;
}

function hasEnded({ type, state }: JsonObject): boolean {
  const { status } = object(state);
  return type === "tool" && (status === "completed" || status === "error");
}

/** The fields of a state that belong to the call; the others belong to the result. */
function toCall(part: JsonObject): JsonObject {
  const { input, raw } = object(part["state"]);
  return { ...part, state: { input, raw } };
}

function toResult(part: JsonObject): JsonObject {
  const { input: _, raw: __, ...state } = object(part["state"]);
  return { row: part["row"], type: "result", callID: part["callID"], state };
}

function endOf(parts: readonly JsonObject[]): number | undefined {
  const ends = parts.map(({ state }) => number(object(object(state)["time"])["end"]) ?? 0);
  return ends.reduce((latest, end) => Math.max(latest, end), 0) || undefined;
}
