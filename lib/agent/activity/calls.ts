import { shownText } from "@/lib/platform/egress/shown-url";
import { isBuiltIn } from "@/lib/shared/agent-tools/names";
import type { AuditCall, AuditCallPage } from "@/lib/shared/audit/contract";
import { type CallFilter, type CallRow, listAuditCalls, type Part } from "@/lib/store/activity/audit";
import { catalog } from "@/lib/tools/toolsets/catalog";
import type { Found } from "@/lib/tools/toolsets/index";
import { inputSummary } from "./input-summary";

export async function auditCalls(agentId: string, filter: CallFilter, part: Part): Promise<AuditCallPage> {
  const { calls, ...next } = await listAuditCalls(agentId, filter, part);
  const found = await catalog.findAll(agentId, [...new Set(calls.map(({ tool }) => tool))]);
  return { calls: calls.map((row) => toCall(row, found.get(row.tool))), ...next };
}

function toCall({ at: _, input, error, ...row }: CallRow, found: Found | undefined): AuditCall {
  const { reads = [], writes = [] } = found?.tool.hints ?? {};
  return {
    ...row,
    // The built-in tool that loads toolsets belongs to no toolset, so use its own name.
    toolset: found?.toolset.id ?? (isBuiltIn(row.tool) ? row.tool : null),
    reads: [...reads],
    writes: [...writes],
    ...(error !== null && { error: shownText(error) }),
    inputGist: input === null ? "" : inputSummary(input),
  };
}
