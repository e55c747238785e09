import { createHash } from "node:crypto";
import type { Part } from "@/lib/agent/message/message";
import { raceAbort } from "@/lib/shared/abort";
import { MAX_SUBAGENT_DEPTH, MAX_SUBAGENTS } from "@/lib/shared/chat/subagents";
import { AppError } from "@/lib/shared/errors";
import { titleFor } from "@/lib/shared/text/title";
import { readAgent, resolveCallTarget } from "@/lib/store/agents/agents";
import { waitForConversationChange } from "@/lib/store/bus";
import type { RunContext } from "@/lib/store/loop/run-context";
import { beginSubagent, readSubagent, type SubagentState, settleSubagent } from "@/lib/store/loop/subagents";
import { withRetry } from "@/lib/store/unreachable";
import type { AskAgent } from "@/lib/tools/toolsets/context";
import { Waits } from "@/lib/tools/toolsets/waits";
import type { StartTurn } from "./turn-state";

type Parent = {
  run: RunContext;
  start: StartTurn;
  /** Called around a wait for a subagent, because this time does not count as active time of the run. */
  idle: { begin(): void; end(): void };
};

/**
 * Returns the run's `ask_agent`: it starts a conversation of another agent, or of the same one, and waits for
 * its end. A repeated call, after a crash or after the subagent asked the user, finds the subagent that it
 * started.
 */
export const askAgentFor =
  ({ run, start, idle }: Parent): AskAgent =>
  async ({ agent, task, context, wait }, call) => {
    const conversationId = subagentId(run, call.toolCallId);
    const subagent = await withRetry(() => readSubagent(conversationId));
    if (!subagent) await begin({ run, start }, { agent, task, context, wait }, call, conversationId);
    if (!wait) return { job_id: conversationId };
    idle.begin();
    try {
      const ended = await endOf(conversationId, call.signal);
      for (const origin of ended.readWeb) call.readWeb(origin);
      await withRetry(() => settleSubagent(conversationId));
      return { answer: answerOfSubagent(ended, conversationId), conversation_id: conversationId };
    } finally {
      idle.end();
    }
  };

type SubagentTask = Parameters<AskAgent>[0];
type Call = Parameters<AskAgent>[1];

/** Derives the subagent's conversation id from the call, so that a repeated call gets the same id. */
function subagentId({ conversationId, messageId }: RunContext, toolCallId: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([conversationId, messageId, toolCallId]))
    .digest("hex");
  const [a, b, c, d, e] = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(13, 16),
    hash.slice(17, 20),
    hash.slice(20, 32),
  ];
  return `${a}-${b}-8${c}-8${d}-${e}`;
}

async function begin(
  { run, start }: Pick<Parent, "run" | "start">,
  { agent, task, context, wait }: SubagentTask,
  call: Call,
  conversationId: string,
): Promise<void> {
  const { agentId, unattended, helper: own } = run;
  const depth = (own?.depth ?? 0) + 1;
  if (depth > MAX_SUBAGENT_DEPTH)
    throw new AppError(
      "invalid",
      "agent: the maximum depth of subagents is reached. Do the task yourself, or say in your answer what is missing.",
    );
  const [asked, parent] = await Promise.all([resolveCallTarget(agentId, agent), readAgent(agentId)]);
  const isSelf = asked === agentId;
  const text = context ? `${task}\n\nWhat is known:\n\n${context}` : task;
  const payers = new Set([agentId, ...(own?.payers ?? [])]);
  payers.delete(asked);
  const started = await withRetry(() =>
    beginSubagent({
      ...{ agentId: asked, conversationId, title: titleFor(task), model: isSelf ? run.model : null },
      projectId: isSelf ? run.projectId : null,
      message: { id: "task", parts: [{ type: "text", text }] },
      task: {
        ...{ origins: call.origins(), unattended },
        helper: { kind: "task", agentId, name: parent.name, conversationId: run.conversationId },
      },
      helper: {
        ...{ askerAgentId: agentId, askerConversationId: run.conversationId, askerRunId: run.id },
        ...{ askerMessageId: run.messageId, toolCallId: call.toolCallId },
        ...{ depth, payers: [...payers], isAwaited: wait },
      },
      askers: [{ agentId, conversationId: run.conversationId }, ...(own?.askers ?? [])],
    }),
  );
  if (started.outcome === "full")
    throw new AppError(
      "too_many_requests",
      `${MAX_SUBAGENTS} subagents run for this conversation already. Call again when one is done.`,
    );
  if (started.outcome === "over")
    throw new AppError("conflict", "The run was stopped before the subagent started.");
  if (started.outcome === "begun") start(started.run);
}

/** Waits for the subagent's end. Throws `Waits` if the subagent waits for the user. */
async function endOf(conversationId: string, signal: AbortSignal): Promise<SubagentState> {
  for (;;) {
    const change = waitForConversationChange(conversationId);
    const subagent = await withRetry(() => readSubagent(conversationId));
    if (!subagent) throw new AppError("not_found", "Its conversation was deleted.");
    if (subagent.status === "waiting")
      throw new Waits(
        { kind: "helper", conversationId },
        "The call waits for the user's answer to a subagent.",
      );
    if (subagent.status !== "running") return subagent;
    await raceAbort(() => change, signal);
  }
}

/** Returns the subagent's last text. Throws an `AppError` with the reason if it ended without an answer. */
export function answerOfSubagent({ status, error, parts }: SubagentState, conversationId: string): string {
  const text = lastStepText(parts as Part[]);
  if (status === "completed" && text) return text;
  const why = {
    completed: "It ended without an answer.",
    stopped: "It was stopped before it had an answer.",
    failed: error?.message ?? "It failed.",
    gone: "Its conversation was deleted.",
  }[status === "completed" || status === "stopped" || status === "failed" ? status : "gone"];
  const partialAnswer = text ? ` Its last text: ${text}` : "";
  throw new AppError(
    "invalid",
    `There is no answer. ${why}${partialAnswer} (conversation ${conversationId})`,
  );
}

function lastStepText(parts: readonly Part[]): string {
  let last: string[] = [];
  let isNew = true;
  for (const part of parts) {
    if (part.type === "step-start") isNew = true;
    if (part.type !== "text" || !part.text.trim()) continue;
    if (isNew) last = [];
    isNew = false;
    last.push(part.text);
  }
  return last.join("\n\n").trim();
}
