import type { Root, Session } from "@ccdag/ccast";
import { toAttributes } from "./attributes.ts";
import type { OtlpResourceSpans, OtlpTraces } from "./otlp.ts";
import { planTraces, type TracePlans } from "./plan/plan-traces.ts";
import { toSpan } from "./span/to-span.ts";

/** The instrumentation that made the spans. */
const scope = { name: "@ccdag/render-otel" };

/**
 * Convert a tree to traces: one for each session.
 *
 * @param tree the finished tree; it is not changed.
 * @returns a request that OTLP over HTTP takes as JSON. TraceIds are hashes of recorded ids: the same tree has the same ids.
 */
export function toOtlp(tree: Root): OtlpTraces {
  const { traces, byUuid } = planTraces(tree);
  const resourceSpans = traces.map(({ session, spans }): OtlpResourceSpans => {
    return { resource: resourceOf(session), scopeSpans: [{ scope, spans: spans.map((span) => toSpan(span, byUuid)) }] };
  });
  return { resourceSpans };
}

/** The JSON of {@link toOtlp}, a span in each piece: the text of all then never exists as a whole. */
export function* otlpPieces({ traces, byUuid }: TracePlans): Generator<string> {
  yield '{"resourceSpans":[';
  for (const [at, { session, spans }] of traces.entries()) {
    const resource = JSON.stringify(resourceOf(session));
    yield `${at > 0 ? "," : ""}\n{"resource":${resource},"scopeSpans":[{"scope":${JSON.stringify(scope)},"spans":[`;
    for (const [index, span] of spans.entries())
      yield `${index > 0 ? "," : ""}\n${JSON.stringify(toSpan(span, byUuid))}`;
    yield "]}]}";
  }
  yield "]}\n";
}

function resourceOf(session: Session | Root): OtlpResourceSpans["resource"] {
  const { client = "claude-code", version }: Partial<Session> = session.type === "session" ? session : {};
  return { attributes: toAttributes({ "service.name": client, "service.version": version }) };
}
