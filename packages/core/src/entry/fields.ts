/**
 * Top-level fields that records of the clients 1.0 to 2.1.329 have; A field that is known on one type counts as known
 * on all.
 */
export const knownFields: ReadonlySet<string> = new Set(
  `
    agentId agentName agentSetting aiTitle apiBlockIndex apiErrorStatus apiErrorType atis attachment attributionAgent
    attributionMcpServer attributionMcpTool attributionSkill backup base cacheControl cause commandRun commandUuid
    compactMetadata content contextLength customTitle cwd data deliveryId durationMs entrypoint error explicit
    failedHookErrorIndexes fallbackModel failedResponseHadNoToolCall forkedFrom gitBranch hasOutput hasUnknownModelCost hash
    hookAdditionalContext hookCount hookErrors hookInfos id imagePasteIds interruptedMessageId isApiErrorMessage
    isCompactSummary isDisplayOnly isMeta isSidechain isSnapshotUpdate isVisibleInTranscriptOnly keep lastPrompt
    leafUuid level logicalParentUuid madeBy maxRetries mcpCallNotReadOnly message messageCount messageId
    microcompactMetadata mode modelUsage operation origin originalModel params parentLastUuid parentSessionId parentToolUseID
    parentUuid pendingBackgroundAgentCount perTurnEffort permissionDecision permissionMode planContent prNumber
    prRepository prUrl preventedContinuation promptCacheRequested promptId promptSource querySource queuePriority
    queueSkipAttachments reason relocatedCwd rendered renderedBesideToolResult renderedInHumanTurn renderedRole requestDigest
    requestId requestRef requestSessionId requestedModel retryAttempt retryInMs sandboxed sessionId session_id shape
    shapeHash slug snapshot snapshotMessageId source sourceToolAssistantUUID sourceToolUseID startTime stopReason
    subtype summarizeMetadata summarizedTurnPromptUuids summary tail teamName thinkingDisplay thinkingDurationMs
    thinkingMetadata timestamp todos toolArguments toolDenialKind toolInputStreamMs toolName toolUseID toolUseId toolUseResult tools totalAPIDuration
    totalAPIDurationWithoutRetries totalCostUSD totalDuration totalLinesAdded totalLinesRemoved totalToolDuration
    trackingPath trigger turnCompanion turnOrigin turnPosition type url userType uuid version worktreeSession
  `
    .trim()
    .split(/\s+/),
);

/**
 * Fields of records that this version knows, and that the tree has no place for: it keeps them as they are, as it keeps fields
 * that nobody knows.
 */
export const keptFields: ReadonlySet<string> = new Set(
  `
    apiError attributionPlugin echoWireToolInputs errorDetails holdsPersonsWords hookText hookTextLead joinedNoticeLengths
    joinedNoticeOwn joinedNoticeRunIds mcpMeta ownNote pendingWorkflowCount preventContinuation promptSubmitEnding
    queueSkipSlashCommands queueTranscriptOnly rowSource sentAtMs streamCutCause thread toolDenialBeforeRun toolEndsTurn
    turnAttributionKey userFeedback
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
