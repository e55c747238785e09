import { randomUUID } from "node:crypto";
import { log } from "@/lib/ground/base/log";
import type { RecordedAnswer, Runner } from "@/lib/shared/executions";
import { insertExecution } from "@/lib/store/agents/executions";
import { publish } from "@/lib/store/bus";
import { categoryOf, type ExitReason } from "./category";
import { recordable } from "./secrets";

/** Maximum characters of each text. */
const MAX_TEXT = 200_000;
const MAX_OCCASION = 4_000;

/** Where code ran: in a tool call of a conversation, or without one if a user ran it. */
export type ExecutionOwner = {
  agentId: string;
  conversationId?: string;
  messageId?: string;
  toolCallId?: string;
  toolName: string;
  occasion?(): Occasion;
  /** Origins of all web content that the call and the conversation before it have read. */
  origins?(): readonly string[];
};

export type Occasion = { triggerMessage: string; reasoning: string };

type Ran = {
  /** The id of the record, if the caller has already announced one. */
  id?: string;
  runner: Runner;
  code: string;
  stdout: string;
  stderr: string;
  /** Exit code of the process; null if the run was killed. */
  exitCode: number | null;
  durationMs: number;
  success: boolean;
  reason?: ExitReason;
  answers?: readonly RecordedAnswer[];
  /** An error that is not in `stderr`, such as an exceeded limit. */
  error?: string;
};

const recordableAnswer = ({ url, text, headers, ...answer }: RecordedAnswer): RecordedAnswer => ({
  ...{ ...answer, url: recordable(url, MAX_TEXT), text: recordable(text, MAX_TEXT) },
  headers: headers.map(([name, value]) => [name, recordable(value, MAX_TEXT)]),
});

/** Returns code as records have it. */
export const recordedCode = (code: string): string => recordable(code, MAX_TEXT);

/**
 * Records a run of code and returns the record's id. Never throws, so that a failed record does not fail the
 * run.
 */
export async function recordExecution(where: ExecutionOwner, ran: Ran): Promise<string> {
  const {
    id = randomUUID(),
    runner,
    code,
    stdout,
    exitCode,
    durationMs,
    success,
    reason,
    error = "",
    answers = [],
  } = ran;
  const stderr = [ran.stderr, error].filter(Boolean).join("\n");
  try {
    const occasion = where.occasion?.();
    await insertExecution({
      ...{ id, agentId: where.agentId, runner, tool: where.toolName, exitCode, success },
      fromWeb: (where.origins?.().length ?? 0) > 0,
      durationMs: Math.round(durationMs),
      code: recordedCode(code),
      stdout: recordable(stdout, MAX_TEXT),
      stderr: recordable(stderr, MAX_TEXT),
      conversationId: where.conversationId ?? null,
      messageId: where.messageId ?? null,
      toolCallId: where.toolCallId ?? null,
      triggerMessage: occasion ? recordable(occasion.triggerMessage, MAX_OCCASION) : null,
      llmReasoning: occasion ? recordable(occasion.reasoning, MAX_OCCASION) : null,
      ...(answers.length > 0 && { answers: answers.map(recordableAnswer) }),
      errorCategory: success ? null : categoryOf({ reason, exitCode, errorText: stderr }),
    });
    publish({ type: "executions", agent: where.agentId });
  } catch (failure) {
    log.error("A code run was not recorded", failure, { tool: where.toolName });
  }
  return id;
}
