import { shownText } from "@/lib/egress/shown-url";
import { isBuiltIn } from "@/lib/shared/agent-tools/names";
import type { AuditCall, AuditCallPage } from "@/lib/shared/audit/contract";
import { readOwnTools } from "@/lib/store/agent-tools";
import { type CallFilter, type CallRow, listAuditCalls, type Part } from "@/lib/store/audit";
import type { Tool, Toolset } from "@/lib/tools/define";
import { findTool } from "@/lib/tools/index";
import { ownToolset } from "@/lib/tools/own";
import { inputGist } from "./input-gist";

/** Calls, newest first, with what their tools are said to touch. */
export async function auditCalls(agentId: string, filter: CallFilter, part: Part): Promise<AuditCallPage> {
  const [{ calls, ...next }, own] = await Promise.all([
    listAuditCalls(agentId, filter, part),
    readOwnTools(agentId),
  ]);
  const made = ownToolset(own);
  const find = (name: string): Known | undefined => {
    const tool = Object.hasOwn(made.tools, name) ? made.tools[name] : undefined;
    return findTool(name) ?? (tool && { tool, toolset: made });
  };
  return { calls: calls.map((row) => toCall(row, find(row.tool))), ...next };
}

type Known = { tool: Tool; toolset: Toolset };

function toCall({ at: _, input, error, ...row }: CallRow, known: Known | undefined): AuditCall {
  const { reads = [], writes = [] } = known?.tool.hints ?? {};
  return {
    ...row,
    // What brings toolsets is in none.
    toolset: known?.toolset.id ?? (isBuiltIn(row.tool) ? row.tool : null),
    reads: [...reads],
    writes: [...writes],
    ...(error !== null && { error: shownText(error) }),
    inputGist: input === null ? "" : inputGist(input),
  };
}
