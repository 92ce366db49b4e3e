import { type Message, originFacts } from "@ccdag/ccast";
import type { SpanPlan, SpanSubject } from "../plan/span-plan.ts";
import { toOutputMessage } from "./to-chat-message.ts";
import { providerOf } from "./provider.ts";
import type { SpanFields } from "./span-fields.ts";
import { usageAttributes } from "./usage-attributes.ts";

/** An answer of the model. The model that a client records is the one that answered; it is the one that was asked, too. */
export function chatFields(
  subject: Extract<SpanSubject, { kind: "chat" | "model" }>,
  { trace: { session } }: SpanPlan,
): SpanFields {
  const client = (session.type === "session" ? session.client : undefined) ?? "claude-code";
  const message: Partial<Message> = subject.kind === "chat" ? subject.nodes[0]! : {};
  const call = subject.kind === "model" ? subject.call : undefined;
  // What the client writes in the name of the model has no model.
  const recorded = message.model === "<synthetic>" ? undefined : message.model;
  const model = recorded ?? call?.model ?? subject.used?.model;
  const isError = message.origin !== undefined && originFacts(message.origin).isError === true;
  const output = subject.kind === "chat" ? toOutputMessage(subject.nodes) : undefined;
  return {
    name: model === undefined ? "chat" : `chat ${model}`,
    isRequest: true,
    error: isError ? "api_error" : undefined,
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": providerOf(model, client),
      "gen_ai.request.model": model,
      "gen_ai.response.model": model,
      "gen_ai.response.id": message.messageId ?? call?.messageId,
      "gen_ai.response.finish_reasons": output && [String(output["finish_reason"])],
      ...usageAttributes(subject.used),
      "gen_ai.output.messages": output && JSON.stringify([output]),
      "ccdag.request.id": message.requestId ?? call?.requestId,
      "ccdag.entry.uuid": message.uuid ?? message.id ?? call?.uuid,
    },
  };
}
