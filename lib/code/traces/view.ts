import type { UIMessage } from "ai";
import { z } from "zod";
import { asTool } from "@/lib/shared/chat/parts";
import type { Execution, NextAct } from "@/lib/shared/executions";
import { readExecution } from "@/lib/store/agents/executions";

const MAX_TEXT = 600;

export async function executionOf(agentId: string, id: string): Promise<Execution> {
  const { execution, parts } = await readExecution(agentId, id);
  return { ...execution, next: nextAfter(z.array(z.looseObject({})).catch([]).parse(parts), execution) };
}

function nextAfter(stored: unknown[], { toolCallId }: Pick<Execution, "toolCallId">): NextAct | null {
  const parts = stored as UIMessage["parts"];
  // A call made by code has an id such as `outer/inner`. The message contains only the outer call, which ran the
  // code, so look for that.
  const [topmost] = toolCallId?.split("/") ?? [];
  const at = parts.findIndex((part) => topmost !== undefined && asTool(part)?.toolCallId === topmost);
  if (at < 0) return null;
  for (const part of parts.slice(at + 1)) {
    const call = asTool(part);
    if (call) return { kind: "call", tool: call.toolName, state: call.state };
    if (part.type === "text" && part.text.trim() !== "")
      return { kind: "text", text: part.text.slice(0, MAX_TEXT) };
  }
  return null;
}
