// The schema of OpenTelemetry as its own exporter for JavaScript has it, compiled by protobufjs.
import schema from "@opentelemetry/otlp-transformer/build/src/generated/root.js";
import type { OtlpTraces } from "../src/index.ts";

/** What protobufjs makes of a message of the schema. */
interface MessageType {
  readonly fromObject: (object: unknown) => object;
  readonly verify: (message: object) => string | null;
  readonly encode: (message: object) => { finish: () => Uint8Array };
  readonly decode: (bytes: Uint8Array) => object;
  readonly toObject: (message: object, options: object) => unknown;
}

// Its types do not name what it exports.
const { opentelemetry } = schema as unknown as {
  opentelemetry: { proto: { collector: { trace: { v1: { ExportTraceServiceRequest: MessageType } } } } };
};
const request = opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;

/**
 * Send traces through the published schema, as bytes.
 *
 * @returns what a receiver has: a field that the schema does not know, or of another type, is missing or different there.
 */
export function throughSchema(traces: OtlpTraces): unknown {
  // OTLP JSON has ids in hexadecimal, where the JSON of Protocol Buffers has base64.
  const message = request.fromObject(mapIds(traces, (id) => Buffer.from(id, "hex").toString("base64")));
  const fault = request.verify(message);
  if (fault !== null) throw new TypeError(fault);
  const received = request.decode(request.encode(message).finish());
  const object = request.toObject(received, { longs: String, bytes: String });
  return mapIds(object, (id) => Buffer.from(id, "base64").toString("hex"));
}

function mapIds(value: unknown, change: (id: string) => string): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, one: unknown) =>
      /^(?:traceId|spanId|parentSpanId)$/.test(key) && typeof one === "string" ? change(one) : one,
    ),
  );
}
