import { randomUUID } from "node:crypto";
import type { Equipment } from "@/lib/agent/message/equipment";
import type { Program } from "@/lib/shared/chat/metadata";
import { AppError } from "@/lib/shared/errors";
import { begin } from "@/lib/store/loop/runs";
import { INTERACTIVE_TIMEOUT_MS, withRetry } from "@/lib/store/unreachable";
import { startRun } from "./start";

type ProgramCall = {
  agentId: string;
  conversationId: string;
  program: Program;
  toolName: string;
  input: unknown;
  /** Origins of the web text that the program had received before this call. */
  origins: readonly string[];
  equipment?: Equipment;
};

export type StartedCall = { messageId: string; toolCallId: string; settled: Promise<void> };

/**
 * Makes a program's call as a run without a model. Policies, approvals, asks, limits and the audit apply as
 * to any run. `settled` resolves when the run waits or has ended on this server. Returns null if the
 * conversation is running, waiting or ended.
 */
export async function callForProgram(call: ProgramCall): Promise<StartedCall | null> {
  const { agentId, conversationId, program, toolName, input, origins, equipment } = call;
  const toolCallId = `call_${randomUUID().replaceAll("-", "")}`;
  const text = `${program.name} called ${toolName} over MCP.`;
  const message = { id: randomUUID(), parts: [{ type: "text", text }] };
  const started = await withRetry(
    () =>
      begin({
        ...{ agentId, conversationId, message, title: program.name },
        call: { program, toolCallId, toolName, input, origins },
      }),
    INTERACTIVE_TIMEOUT_MS,
  );
  if (started.outcome === "foreign")
    throw new AppError("not_found", "This conversation belongs to another agent.");
  if (started.outcome !== "begun") return null;
  return { messageId: started.run.messageId, toolCallId, settled: startRun(started.run, equipment).settled };
}
