import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/shared/errors";
import { titleFor } from "@/lib/shared/text/title";
import { countOpenCodeJobs } from "@/lib/store/loop/code-jobs";
import type { RunContext } from "@/lib/store/loop/run-context";
import { begin } from "@/lib/store/loop/runs";
import { withRetry } from "@/lib/store/unreachable";
import type { NewCodeJob } from "@/lib/tools/toolsets/context";
import type { StartTurn } from "./turn-state";

/** Maximum open jobs of an agent, because each is a run with many model requests. */
const MAX_OPEN = 3;

/**
 * Starts a run that writes a program in a new conversation, by OpenCode or by the agent with only the toolset
 * `code`. It is followed, stopped and resumed like any other run. Returns the id of the conversation.
 */
export async function beginCodeJob(
  run: RunContext,
  start: StartTurn,
  { title, text, task, origins }: NewCodeJob,
): Promise<string> {
  const { agentId, model, projectId, unattended } = run;
  if ((await countOpenCodeJobs(agentId)) >= MAX_OPEN)
    throw new AppError(
      "too_many_requests",
      `${MAX_OPEN} programs are being written already. Call status to wait for one.`,
    );
  const conversationId = randomUUID();
  const message = {
    id: randomUUID(),
    parts: [
      { type: "text", text },
      { type: "data-task", data: task },
    ],
  };
  const started = await withRetry(() =>
    begin({
      ...{ agentId, conversationId, message, title: titleFor(title), model, projectId },
      task: { origins, unattended },
    }),
  );
  // An earlier attempt created the conversation, but its response was lost, so return the id again.
  if (started.outcome === "duplicate") return conversationId;
  if (started.outcome !== "begun")
    throw new AppError("conflict", "The job did not start. Call generate again.");
  start(started.run);
  return conversationId;
}
