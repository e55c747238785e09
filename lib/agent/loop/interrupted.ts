import { row, type StepCallRow } from "@/lib/agent/calls/step-calls";
import type { Draft } from "@/lib/agent/message/draft";
import { type Chunk, isOpen, toolName } from "@/lib/agent/message/message";
import { outcomeUnknown } from "@/lib/agent/offer/refusals";
import { readInterrupted } from "@/lib/store/loop/calls";
import type { RunContext } from "@/lib/store/loop/run-context";
import { withRetry } from "@/lib/store/unreachable";

/**
 * Closes the calls that were running when an earlier server ended, for a run that ends without settling its
 * step. Returns their rows, with the status `unknown`.
 */
export async function closeInterrupted(
  run: RunContext,
  draft: Draft,
  emit: (chunk: Chunk) => void,
): Promise<StepCallRow[]> {
  const open = draft.stepTools().filter(isOpen);
  if (open.length === 0) return [];
  const interrupted = await withRetry(() => readInterrupted(run));
  return open
    .filter(({ toolCallId }) => interrupted.has(toolCallId))
    .map((part) => {
      const error = outcomeUnknown(toolName(part));
      emit({ type: "tool-output-error", toolCallId: part.toolCallId, errorText: error });
      return row(part, { status: "unknown", error });
    });
}
