/**
 * Top-level fields that records of the clients 1.0 to 2.1.329 have; A field that is known on one type counts as known
 * on all.
 */
export const knownFields: ReadonlySet<string> = new Set(
  `
    agentId agentName aiTitle apiBlockIndex apiErrorStatus apiErrorType atis attachment attributionAgent
    attributionMcpServer attributionMcpTool attributionSkill backup base cacheControl cause commandRun commandUuid
    compactMetadata content contextLength customTitle cwd data deliveryId durationMs entrypoint error explicit
    failedHookErrorIndexes failedResponseHadNoToolCall forkedFrom gitBranch hasOutput hasUnknownModelCost hash
    hookAdditionalContext hookCount hookErrors hookInfos id imagePasteIds interruptedMessageId isApiErrorMessage
    isCompactSummary isDisplayOnly isMeta isSidechain isSnapshotUpdate isVisibleInTranscriptOnly keep lastPrompt
    leafUuid level logicalParentUuid madeBy maxRetries mcpCallNotReadOnly message messageCount messageId
    microcompactMetadata mode modelUsage operation origin params parentLastUuid parentSessionId parentToolUseID
    parentUuid pendingBackgroundAgentCount perTurnEffort permissionDecision permissionMode planContent prNumber
    prRepository prUrl preventedContinuation promptCacheRequested promptId promptSource querySource queuePriority
    queueSkipAttachments reason rendered renderedBesideToolResult renderedInHumanTurn renderedRole requestDigest
    requestId requestRef requestSessionId requestedModel retryAttempt retryInMs sandboxed sessionId session_id shape
    shapeHash slug snapshot snapshotMessageId source sourceToolAssistantUUID sourceToolUseID startTime stopReason
    subtype summarizeMetadata summarizedTurnPromptUuids summary tail teamName thinkingDisplay thinkingDurationMs
    thinkingMetadata timestamp todos toolArguments toolDenialKind toolInputStreamMs toolName toolUseID toolUseId toolUseResult tools totalAPIDuration
    totalAPIDurationWithoutRetries totalCostUSD totalDuration totalLinesAdded totalLinesRemoved totalToolDuration
    trackingPath turnCompanion turnOrigin turnPosition type url userType uuid version
  `
    .trim()
    .split(/\s+/),
);

/** Types of content blocks that the tree has a node for. */
export const knownBlocks: ReadonlySet<string> = new Set([
  "text",
  "thinking",
  "redacted_thinking",
  "tool_use",
  "server_tool_use",
  "mcp_tool_use",
  "tool_result",
  "image",
  "document",
]);
