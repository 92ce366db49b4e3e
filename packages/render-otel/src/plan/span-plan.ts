import type {
  Agent,
  Branch,
  Compaction,
  FlowContent,
  Message,
  ModelUsage,
  Notice,
  ProgressCall,
  Root,
  Session,
  ToolCall,
} from "@ccdag/ccast";

/** What a span stands for. */
export type SpanSubject =
  | { readonly kind: "session"; readonly node: Session | Root }
  | { readonly kind: "turn"; readonly node: Message }
  | { readonly kind: "agent"; readonly node: Agent }
  /** An answer: usually one message, more if another message interrupts it. */
  | { readonly kind: "chat"; readonly nodes: Message[]; readonly used: ModelUsage | undefined }
  /** An answer without a text: of an adviser that the model asked, or one that only progress records hold. */
  | { readonly kind: "model"; readonly call: ProgressCall | undefined; readonly used: ModelUsage | undefined }
  | { readonly kind: "tool"; readonly node: ToolCall };

/** A branch, and whether the person left it or a branch around it. */
export interface BranchPlace {
  readonly node: Branch;
  readonly isAbandoned: boolean;
}

/** A record that becomes an event of a span. */
export interface PlannedEvent {
  readonly node: Notice | Compaction | FlowContent;
  /** Milliseconds since 1970 (default: the beginning of the span). */
  readonly time: number | undefined;
}

/** A reference to another span, by an entry that it holds. */
export interface PlannedLink {
  readonly to: { readonly uuid: string; readonly sessionId?: string | undefined } | SpanPlan;
  /** What the other span is for this one. */
  readonly relation: "continues" | "part-of";
}

/** A span before it is written: it holds nodes, and no text. */
export interface SpanPlan {
  readonly id: string;
  readonly trace: TracePlan;
  readonly parent: SpanPlan | undefined;
  readonly subject: SpanSubject;
  readonly branch: BranchPlace | undefined;
  /** Milliseconds since 1970; of a span without a time of its own only set when all spans are known. */
  start: number | undefined;
  end: number | undefined;
  /** Whether its record has no time. */
  readonly isUntimed: boolean;
  /** What was said to the model since the answer before. */
  readonly input: Message[];
  readonly events: PlannedEvent[];
  readonly links: PlannedLink[];
  /** How much a transform removed here, by kind. */
  readonly hidden: Record<string, number>;
}

/** A session, or what a root holds beside sessions. */
export interface TracePlan {
  readonly id: string;
  readonly session: Session | Root;
  /** The root span first; each span stands behind its parent. */
  readonly spans: SpanPlan[];
}
