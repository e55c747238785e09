import { renderBlocksInput } from "@/lib/shared/blocks/index";
import { isShownBy } from "@/lib/shared/chat/surfaces/surface-versions";
import { type Surface, surfaceId, surfacesOf } from "@/lib/shared/chat/surfaces/surfaces";
import { AppError, isAppError } from "@/lib/shared/errors";
import { visitorOrigin } from "@/lib/shared/origins";
import { keysMarked } from "@/lib/store/agents/state";
import { strangersIn } from "@/lib/store/comments/comments";
import { tellConversation } from "@/lib/store/conversations/surfaces";
import { readConversation, readMessage } from "@/lib/store/loop/conversations";
import { checkQueries } from "@/lib/tools/toolsets/live-blocks";
import type { Message } from "./message";

type ConversationKey = { agentId: string; conversationId: string };

/**
 * Records the web origins of the surfaces that a message points at, and of the comments that it hands over, before the
 * message is stored. A surface shows the current state and tables, which may have changed since it was created. Throws an
 * `AppError` if a surface is not in the conversation, or a comment does not exist.
 */
export async function recordPointOrigins(where: ConversationKey, parts: Message["parts"]): Promise<void> {
  const points = parts.flatMap((part) => (part.type === "data-point" ? [part.data] : []));
  const comments = parts.flatMap((part) => (part.type === "data-comment" ? [part.data.id] : []));
  if (points.length === 0 && comments.length === 0) return;
  const origins = new Set<string>();
  if (comments.length > 0)
    for (const slug of await strangersIn(where.agentId, comments)) origins.add(visitorOrigin(slug));
  for (const { messageId, toolCallId, title } of points) {
    const surface = await surfaceAt(where, messageId, toolCallId);
    if (!surface)
      throw new AppError(
        "invalid",
        `message.parts: the surface ${JSON.stringify(title)} that the message points at is not in this conversation. Remove that part.`,
      );
    for (const origin of await originsOn(where.agentId, surface)) origins.add(origin);
  }
  if (origins.size > 0) await tellConversation(where, [...origins]);
}

async function surfaceAt(
  { agentId, conversationId }: ConversationKey,
  messageId: string,
  toolCallId: string,
) {
  const view = await readConversation(agentId, conversationId);
  const find = (messages: readonly Message[]) =>
    surfacesOf(messages, []).find((one) => isShownBy(one, surfaceId(messageId, toolCallId)));
  const saved = find((view?.messages ?? []) as Message[]);
  if (saved || !view) return saved;
  // The saved messages do not include the message of a live run, so read it separately.
  const parts = await readMessage(conversationId, messageId);
  return Array.isArray(parts) ? find([{ id: messageId, role: "assistant", parts }]) : undefined;
}

async function originsOn(agentId: string, { kind, input }: Surface): Promise<string[]> {
  if (kind === "component" || kind === "app") {
    const { marked } = await keysMarked(agentId);
    return marked.flatMap(({ origins }) => origins);
  }
  const blocks = renderBlocksInput.safeParse(input).data;
  const found: string[] = [];
  if (!blocks) return found;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    await checkQueries(agentId, blocks, { signal, readStored: ({ origins }) => found.push(...origins) });
  } catch (error) {
    // The surface does not show data that can no longer be read, so it adds no origins.
    if (!isAppError(error)) throw error;
  }
  return found;
}

const TIMEOUT_MS = 5_000;
