import { toChunks } from "@/lib/agent/message/chunks";
import type { Message } from "@/lib/agent/message/message";
import { waitForConversationChange } from "@/lib/store/bus";
import { readMessage } from "@/lib/store/loop/conversations";
import { readProgress } from "@/lib/store/loop/progress";
import { type Batches, chain, followElsewhere } from "./follow";
import type { LiveMessage } from "./live";

/**
 * Streams the message after `messageId`, which answers a message that steered the run. `here` resolves to
 * that message if the run is on this server; if `here` is undefined, the database is polled.
 */
export async function* followNext(
  conversationId: string,
  messageId: string,
  here: Promise<LiveMessage | null> | undefined,
): Batches {
  // Confirm at once that the message was stored. The next step can take long.
  yield [];
  const live = await here;
  if (live) return yield* live.follow();
  for (;;) {
    const changed = waitForConversationChange(conversationId);
    const now = await readProgress(conversationId);
    const isNext = now && now.messageId !== messageId;
    if (now?.status === "running") {
      if (isNext) return yield* followElsewhere(now);
      await changed;
      yield [];
      continue;
    }
    if (!isNext) return;
    const parts = (await readMessage(conversationId, now.messageId)) as Message["parts"];
    const start = { type: "start" as const, messageId: now.messageId };
    return yield* chain([start, ...toChunks(parts), { type: "finish", finishReason: "stop" }]);
  }
}
