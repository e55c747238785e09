import { changeOf } from "@/lib/store/bus";
import { readMessage } from "@/lib/store/conversations";
import { readProgress } from "@/lib/store/progress";
import { followElsewhere, told } from "./follow";
import { type Message, toChunks } from "./message";

/**
 * Follows the message that comes after `messageId` in the run of another server: what the person has just said steers
 * it, and that message answers.
 */
export async function followNext(conversationId: string, messageId: string): Promise<Response> {
  for (;;) {
    const changed = changeOf(conversationId);
    const now = await readProgress(conversationId);
    if (now?.status === "running" && now.messageId !== messageId) return followElsewhere(now);
    if (now?.status !== "running") {
      if (!now || now.messageId === messageId) return told([]);
      const parts = (await readMessage(conversationId, now.messageId)) as Message["parts"];
      const start = { type: "start" as const, messageId: now.messageId };
      return told([start, ...toChunks(parts), { type: "finish", finishReason: "stop" }]);
    }
    await changed;
  }
}
