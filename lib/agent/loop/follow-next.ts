import { toChunks } from "@/lib/agent/message/chunks";
import type { Message } from "@/lib/agent/message/message";
import { changeOf } from "@/lib/store/bus";
import { readMessage } from "@/lib/store/loop/conversations";
import { readProgress } from "@/lib/store/loop/progress";
import { type Batches, chain, followElsewhere } from "./follow";
import type { LiveMessage } from "./live";

/**
 * The message that comes after `messageId`: what the person has just said steers the run, and that message answers.
 * `here` gives it when the run is this server's; otherwise it is looked for in the database.
 */
export async function* followNext(
  conversationId: string,
  messageId: string,
  here: Promise<LiveMessage | null> | undefined,
): Batches {
  // Who steers must not wait for the next step to hear that it was taken.
  yield [];
  const live = await here;
  if (live) return yield* live.follow();
  for (;;) {
    const changed = changeOf(conversationId);
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
