import type { MessageContent, MessagePart } from "../types.ts";
import type { ProviderFormat } from "./format-names.ts";
import { isFrom } from "./fields.ts";

/**
 * Divide an answer that holds results of its own calls, as a message of the AI SDK does, into what was said and what came of the
 * calls: in the other formats results are messages of their own.
 *
 * @param message a message.
 * @param format the format that is written.
 * @returns the message itself where nothing is to be divided.
 */
export function stepsOf(message: MessageContent, format: ProviderFormat): MessageContent[] {
  const { role, parts } = message;
  const isWhole = role !== "assistant" || format === "ai-sdk" || isFrom(message, format);
  if (isWhole || !parts.some(isResult) || isResult(parts[0]!)) return [message];
  const steps: Array<{ isResult: boolean; parts: MessagePart[] }> = [];
  for (const part of parts) {
    const last = steps.at(-1);
    // Calls that were made together are one message, although each has its result behind it. A result is never first.
    if (part.type === "tool-call" && last?.isResult === true) steps.at(-2)!.parts.push(part);
    else if (last?.isResult === isResult(part)) last.parts.push(part);
    else steps.push({ isResult: isResult(part), parts: [part] });
  }
  return steps
    .filter((step) => step.parts.some(({ type }) => type !== "data"))
    .map((step) => ({ ...message, role: step.isResult ? "user" : role, parts: step.parts }));
}

function isResult({ type }: MessagePart): boolean {
  return type === "tool-result";
}
