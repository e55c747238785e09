import { owned } from "@/lib/base/process";
import { isRecord } from "@/lib/shared/chat/parts";
import { AppError } from "@/lib/shared/errors";
import { wasSent } from "@/lib/store/sheets";
import type { Message } from "./message";

type Where = { agentId: string; conversationId: string };

/** Forms that are being taken now, each until it is in the store. */
const taking = () => owned("sheets being sent", () => new Map<string, Promise<unknown>>());

/**
 * Takes a message by `take`. A form that nobody waits for is sent once: throws a conflict where another message has sent it,
 * such as one of another tab. The same message may come again.
 */
export async function sendOnce<T>(
  { conversationId }: Where,
  { id, parts }: { id: string; parts: Message["parts"] },
  take: () => Promise<T>,
): Promise<T> {
  const form = parts.flatMap((part) => (part.type === "data-answer" ? [part.data] : [])).find(isForm);
  if (!form) return take();
  const { messageId, toolCallId } = form;
  const key = `${conversationId}/${messageId}/${toolCallId}`;
  const before = taking().get(key);
  const taken = (async () => {
    await before?.catch(() => {});
    if (await wasSent({ conversationId, messageId, toolCallId }, id))
      throw new AppError(
        "conflict",
        "This was answered already, perhaps in another tab. The first answer counts.",
      );
    return take();
  })();
  taking().set(key, taken);
  try {
    return await taken;
  } finally {
    if (taking().get(key) === taken) taking().delete(key);
  }
}

const isForm = ({ output }: { output?: unknown }) => isRecord(output) && output.action === "submit";
