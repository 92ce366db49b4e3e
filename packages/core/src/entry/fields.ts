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
    queueSkipSlashCommands queueTranscriptOnly refusalRetry refusedMessageId rowSource scheduledFireId scheduledTaskId sentAtMs
    streamCutCause thread toolDenialBeforeRun toolEndsTurn turnAttributionKey userFeedback wakeupSource wrapper
  `
    .trim()
    .split(/\s+/),
);

const callFields = ["id", "name", "input", "caller", "server_name"];

/**
 * Types of content blocks, each with its fields that the tree has a place for or that say nothing. Those without fields
 * stay as they are.
 */
export const knownBlocks: ReadonlyMap<unknown, readonly string[] | undefined> = new Map([
  ["text", ["text"]],
  ["thinking", ["thinking", "signature"]],
  ["redacted_thinking", ["data"]],
  ["tool_use", callFields],
  ["server_tool_use", callFields],
  ["mcp_tool_use", callFields],
  ["tool_result", ["tool_use_id", "content", "is_error"]],
  ["tool_reference", undefined],
  ["image", ["source"]],
  ["document", ["source", "title"]],
]);
