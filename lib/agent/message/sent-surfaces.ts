import { singleton } from "@/lib/ground/base/process";
import { withoutHidden } from "@/lib/shared/blocks/hidden-fields";
import { isRecord } from "@/lib/shared/chat/parts";
import { AppError } from "@/lib/shared/errors";
import { readBlocksSurface, wasSent } from "@/lib/store/conversations/surfaces";
import type { Message } from "./message";

type ConversationKey = { agentId: string; conversationId: string };

const taking = () => singleton("sheets being sent", () => new Map<string, Promise<unknown>>());

/**
 * Sends a message by `take`. A form without an open ask can be sent only once: throws `conflict` if another
 * message, such as from another tab, has sent it. Repeating the same message is allowed.
 */
export async function sendOnce<T>(
  { conversationId }: ConversationKey,
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
        "This question was answered already, perhaps in another tab. The first answer counts.",
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

/** Adds the visible values to form answers with hidden fields, for display and search. */
export const withShown = (where: ConversationKey, parts: Message["parts"]): Promise<Message["parts"]> =>
  Promise.all(
    parts.map(async (part) => {
      if (part.type !== "data-answer") return part;
      // Remove the client's value: only the server may set it.
      const { shown: _, ...data } = part.data;
      if (!isForm(data)) return { ...part, data };
      const { messageId, toolCallId, output } = data;
      const surface = await readBlocksSurface({ ...where, messageId, toolCallId });
      const shown = withoutHidden(surface?.input, output);
      const isWhole = JSON.stringify(shown) === JSON.stringify(output);
      return { ...part, data: isWhole ? data : { ...data, shown } };
    }),
  );

const isForm = ({ output }: { output?: unknown }) => isRecord(output) && output.action === "submit";
