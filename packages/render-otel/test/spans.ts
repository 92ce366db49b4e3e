import type { Root } from "@ccdag/ccast";
import { type OtlpAttribute, type OtlpSpan, toOtlp } from "../src/index.ts";

/** All spans of a tree. */
export function spansOf(tree: Root): OtlpSpan[] {
  return toOtlp(tree).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

/** Attributes as an object of plain values. */
export function plain({ attributes }: { readonly attributes: readonly OtlpAttribute[] }): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const [[kind, one]] = Object.entries(value) as [[string, unknown]];
      return [key, kind === "intValue" ? Number(one) : one];
    }),
  );
}

/** What a span does. */
export function operationOf(span: OtlpSpan): unknown {
  return plain(span)["gen_ai.operation.name"];
}

/** Spans in short, indented below their parents: `chat claude 3s`, `!` for an error. */
export function draw(spans: readonly OtlpSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  return spans.map((span) => {
    let depth = "";
    for (let at = span.parentSpanId; at !== undefined; at = byId.get(at)?.parentSpanId) depth += "  ";
    const seconds = Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e9;
    return `${depth}${span.name} ${seconds}s${span.status ? " !" : ""}`;
  });
}
