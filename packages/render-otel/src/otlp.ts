/** A typed value of OTLP JSON. Integers are decimal strings, as all numbers of 64 bits are. */
export type OtlpValue =
  | { stringValue: string }
  | { boolValue: boolean }
  | { intValue: string }
  | { doubleValue: number }
  | { arrayValue: { values: OtlpValue[] } };

/** An attribute of a resource, span, event or link. */
export interface OtlpAttribute {
  key: string;
  value: OtlpValue;
}

/** Something that happened while a span lasted. */
export interface OtlpEvent {
  /** Nanoseconds since 1970, in decimal. */
  timeUnixNano: string;
  name: string;
  attributes: OtlpAttribute[];
}

/** A reference to a span, which may be of another trace. */
export interface OtlpLink {
  traceId: string;
  spanId: string;
  attributes: OtlpAttribute[];
}

/** A span: something that took time. */
export interface OtlpSpan {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  /** Absent for the root of a trace. */
  parentSpanId?: string;
  name: string;
  /** 1: within the client; 3: a request to a server. */
  kind: 1 | 3;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: OtlpAttribute[];
  events?: OtlpEvent[];
  links?: OtlpLink[];
  /** 2: an error. Absent for all else. */
  status?: { code: 2 };
}

/** The spans of one program. */
export interface OtlpResourceSpans {
  resource: { attributes: OtlpAttribute[] };
  scopeSpans: Array<{ scope: { name: string }; spans: OtlpSpan[] }>;
}

/** The output of `--to otel`: an `ExportTraceServiceRequest`, as OTLP over HTTP takes it. */
export interface OtlpTraces {
  resourceSpans: OtlpResourceSpans[];
}
