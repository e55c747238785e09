import { changesOfCalls } from "@/lib/code/history/changes";
import { shownText } from "@/lib/platform/egress/shown-url";
import { isBuiltIn } from "@/lib/shared/agent-tools/names";
import type { AuditCall, AuditCallPage } from "@/lib/shared/audit/contract";
import type { Change } from "@/lib/shared/changes";
import { type CallFilter, type CallRow, listAuditCalls, type Part } from "@/lib/store/activity/audit";
import { catalog } from "@/lib/tools/toolsets/catalog";
import type { Found } from "@/lib/tools/toolsets/index";
import { inputSummary } from "./input-summary";

export async function auditCalls(agentId: string, filter: CallFilter, part: Part): Promise<AuditCallPage> {
  const { calls, ...next } = await listAuditCalls(agentId, filter, part);
  const messageIds = [...new Set(calls.map(({ messageId }) => messageId))];
  const [found, changes] = await Promise.all([
    catalog.findAll(agentId, [...new Set(calls.map(({ tool }) => tool))]),
    messageIds.length > 0 ? changesOfCalls(agentId, { messageIds, copyIds: [] }) : [],
  ]);
  const changed = Map.groupBy(changes, callOf);
  return {
    calls: calls.map((row) => toCall(row, found.get(row.tool), changed.get(callOf(row)))),
    ...next,
  };
}

const callOf = ({ conversationId, messageId, toolCallId }: CallKey) =>
  JSON.stringify([conversationId, messageId, toolCallId]);
type CallKey = { conversationId: string; messageId: string; toolCallId: string };

const MAX_CHANGES = 3;

function wordsOf(changes: readonly Change[]): string {
  const more = changes.length - MAX_CHANGES;
  const words = changes
    .slice(0, MAX_CHANGES)
    .map(({ words }) => words)
    .join("; ");
  return more > 0 ? `${words}; and ${more} more` : words;
}

function toCall(
  { at: _, input, error, ...row }: CallRow,
  found: Found | undefined,
  changes: readonly Change[] | undefined,
): AuditCall {
  const { reads = [], writes = [] } = found?.tool.hints ?? {};
  return {
    ...row,
    // The built-in tool that loads toolsets belongs to no toolset, so use its own name.
    toolset: found?.toolset.id ?? (isBuiltIn(row.tool) ? row.tool : null),
    reads: [...reads],
    writes: [...writes],
    ...(error !== null && { error: shownText(error) }),
    inputGist: input === null ? "" : inputSummary(input),
    // The words of a deleted conversation are hidden.
    ...(changes && row.title !== null && { changed: wordsOf(changes) }),
  };
}
