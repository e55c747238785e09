import { randomUUID } from "node:crypto";
import { log } from "@/lib/ground/base/log";
import type { Runner } from "@/lib/shared/executions";
import { insertExecution } from "@/lib/store/agents/executions";
import { publish } from "@/lib/store/bus";
import { categoryOf, type ExitReason } from "./category";
import { recordable } from "./secrets";

/** Characters of each text. */
const MAX_TEXT = 200_000;
const MAX_OCCASION = 4_000;

/** For whom code ran: the context of the call, or less where a person ran it by hand. */
export type ExecutionOwner = {
  agentId: string;
  conversationId?: string;
  messageId?: string;
  toolCallId?: string;
  toolName: string;
  occasion?(): Occasion;
  /** Of what it has read on the web, the conversation before it included. */
  origins?(): readonly string[];
};

/** Why an agent ran code: what the person had said last, and what it wrote or thought before the call. */
export type Occasion = { triggerMessage: string; reasoning: string };

/** How a run went. */
type Ran = {
  /** Of the record, where whoever ran it has told one already. */
  id?: string;
  runner: Runner;
  code: string;
  stdout: string;
  stderr: string;
  /** Null where it was killed. */
  exitCode: number | null;
  durationMs: number;
  success: boolean;
  /** Why it failed, where that is known. */
  reason?: ExitReason;
  /** What else is said of a failure than stands in `stderr`, such as a limit that it came to. */
  error?: string;
};

/** Puts a run of code on the record, and gives its id. Never throws: that a record is missing takes nothing from the run. */
export async function recordExecution(where: ExecutionOwner, ran: Ran): Promise<string> {
  const { id = randomUUID(), runner, code, stdout, exitCode, durationMs, success, reason, error = "" } = ran;
  const stderr = [ran.stderr, error].filter(Boolean).join("\n");
  try {
    const occasion = where.occasion?.();
    await insertExecution({
      ...{ id, agentId: where.agentId, runner, tool: where.toolName, exitCode, success },
      fromWeb: (where.origins?.().length ?? 0) > 0,
      durationMs: Math.round(durationMs),
      code: recordable(code, MAX_TEXT),
      stdout: recordable(stdout, MAX_TEXT),
      stderr: recordable(stderr, MAX_TEXT),
      conversationId: where.conversationId ?? null,
      messageId: where.messageId ?? null,
      toolCallId: where.toolCallId ?? null,
      triggerMessage: occasion ? recordable(occasion.triggerMessage, MAX_OCCASION) : null,
      llmReasoning: occasion ? recordable(occasion.reasoning, MAX_OCCASION) : null,
      errorCategory: success ? null : categoryOf({ reason, exitCode, words: stderr }),
    });
    publish({ type: "executions", agent: where.agentId });
  } catch (failure) {
    log.error("A run of code was not recorded", failure, { tool: where.toolName });
  }
  return id;
}
