import { randomUUID } from "node:crypto";
import type { Equipment } from "@/lib/agent/message/equipment";
import type { Program } from "@/lib/shared/chat/metadata";
import { AppError } from "@/lib/shared/errors";
import { begin } from "@/lib/store/loop/runs";
import { PROMPT_MS, patiently } from "@/lib/store/unreachable";
import { startRun } from "./start";

type ProgramCall = {
  agentId: string;
  conversationId: string;
  program: Program;
  toolName: string;
  input: unknown;
  /** Origins of web text that the program had received before. */
  origins: readonly string[];
  equipment?: Equipment;
};

export type BegunCall = { messageId: string; toolCallId: string; settled: Promise<void> };

/**
 * Makes a program's call as a run without a model. Policies, approvals, asks, limits and the audit apply as
 * to any run. `settled` resolves when the run waits or has ended on this server. Returns null if the
 * conversation is running, waiting or ended.
 */
export async function callForProgram(call: ProgramCall): Promise<BegunCall | null> {
  const { agentId, conversationId, program, toolName, input, origins, equipment } = call;
  const toolCallId = `call_${randomUUID().replaceAll("-", "")}`;
  const text = `${program.name} called ${toolName} over MCP.`;
  const message = { id: randomUUID(), parts: [{ type: "text", text }] };
  const begun = await patiently(
    () =>
      begin({
        ...{ agentId, conversationId, message, title: program.name },
        call: { program, toolCallId, toolName, input, origins },
      }),
    PROMPT_MS,
  );
  if (begun.outcome === "foreign")
    throw new AppError("not_found", "This conversation belongs to another agent.");
  if (begun.outcome !== "begun") return null;
  return { messageId: begun.run.messageId, toolCallId, settled: startRun(begun.run, equipment).settled };
}
