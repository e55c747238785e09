import { type Chunk, isToolPart, type Part, type ProsePart, type ToolPart, toolName } from "./message";

/** Returns the chunks that reproduce `parts`. A replay of a saved message begins with them. */
export function toChunks(parts: readonly Part[]): Chunk[] {
  return parts.flatMap((part, index): Chunk[] => {
    if (part.type === "step-start")
      return index === 0 ? [{ type: "start-step" }] : [{ type: "finish-step" }, { type: "start-step" }];
    if (part.type === "text" || part.type === "reasoning") return proseChunks(part, `${index}`);
    if (isToolPart(part)) return toolChunks(part);
    if (
      part.type === "data-notice" ||
      part.type === "data-task" ||
      part.type === "data-compaction" ||
      part.type === "file" ||
      part.type === "source-url" ||
      part.type === "source-document"
    )
      return [part];
    return [];
  });
}

function proseChunks(part: ProsePart, id: string): Chunk[] {
  const { type, text, providerMetadata } = part;
  const meta = providerMetadata ? { providerMetadata } : {};
  const cited = part.type === "text" && part.citations ? { citations: part.citations } : {};
  return [
    { type: `${type}-start`, id, ...meta },
    { type: `${type}-delta`, id, delta: text },
    { type: `${type}-end`, id, ...meta, ...cited },
  ];
}

function toolChunks(part: ToolPart): Chunk[] {
  const { toolCallId } = part;
  const named = { toolCallId, toolName: toolName(part) };
  if (part.state === "input-streaming") return [{ type: "tool-input-start", ...named }];
  const { callProviderMetadata: providerMetadata, toolMetadata } = part;
  const head: Chunk = {
    type: "tool-input-available",
    ...named,
    input: part.input,
    ...(providerMetadata && { providerMetadata }),
    ...(toolMetadata && { toolMetadata }),
  };
  if (part.state === "output-available")
    return [head, { type: "tool-output-available", toolCallId, output: part.output }];
  if (part.state === "output-error")
    return [head, { type: "tool-output-error", toolCallId, errorText: part.errorText }];
  const request: Chunk = { type: "tool-approval-request", toolCallId, approvalId: toolCallId };
  if (part.state === "approval-requested") return [head, request];
  if (part.state === "approval-responded") return [head, request, decided(toolCallId, part.approval)];
  if (part.state === "output-denied") return [head, ...denied(toolCallId, part.approval.reason)];
  return [head];
}

/**
 * Returns the chunk for the user's decision on a call. The call runs once all asks of the step are decided.
 */
export const decided = (
  toolCallId: string,
  { approved, reason }: { approved: boolean; reason?: string },
): Chunk => ({ type: "tool-approval-response", approvalId: toolCallId, approved, ...(reason && { reason }) });

export function denied(toolCallId: string, reason: string | undefined): Chunk[] {
  return [
    { type: "tool-approval-request", toolCallId, approvalId: toolCallId, isAutomatic: true },
    { type: "tool-approval-response", approvalId: toolCallId, approved: false, reason },
    { type: "tool-output-denied", toolCallId },
  ];
}
