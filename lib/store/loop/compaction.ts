import { AppError } from "@/lib/shared/errors";
import { sql } from "@/lib/store/db";
import { lastShown } from "@/lib/store/message-queries";
import { assertIdle, type ConversationRef, lockConversation, startRun } from "./branches";
import type { RunContext, StoredMessage } from "./run-context";

/**
 * Starts a run that only summarises. Its message begins with the part `mark`. Throws `conflict` if a run is
 * live or if `isWorth` returns false for the history.
 */
export async function beginCompaction(
  place: ConversationRef,
  mark: unknown,
  isWorth: (history: StoredMessage[]) => boolean,
): Promise<RunContext> {
  return sql().begin(async (tx) => {
    await lockConversation(tx, place, { touch: true });
    await assertIdle(tx, place.conversationId);
    const run = await startRun(tx, place, [mark], lastShown(place.conversationId));
    if (!isWorth(run.history.slice(0, -1)))
      throw new AppError(
        "conflict",
        "There is nothing to summarise yet. The latest messages always stay verbatim.",
      );
    return run;
  });
}
