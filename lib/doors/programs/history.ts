import { createHash, randomUUID } from "node:crypto";
import type { Message } from "@/lib/agent/message/message";
import { readConversation } from "@/lib/store/loop/conversations";
import type { StoredResponse } from "@/lib/store/loop/responses";
import { RequestError } from "./errors";
import type { Item } from "./wanted";

export type Earlier = { id: string; role: "user" | "assistant"; parts: Message["parts"] };

/**
 * Hashes the messages of a request, by which a later request that repeats them is recognised. `after` is the id of the
 * response that they follow. Instructions do not count, because programs change them.
 */
export function hashOf(items: readonly Item[], after: string | null = null): string {
  const lines = items.flatMap((item) => {
    if (item.kind === "system") return [];
    const { param: _, ...rest } = item;
    return [item.kind === "assistant" ? { kind: item.kind, text: item.text.trim() } : rest];
  });
  return createHash("sha256")
    .update(JSON.stringify([after, lines]))
    .digest("hex");
}

/**
 * Converts messages that a program sends with its first request to messages of a new conversation. Calls become text,
 * because the program could otherwise show or load something in the name of the agent's own tools.
 */
export function earlierMessages(items: readonly Item[]): Earlier[] {
  const messages: Earlier[] = [];
  const names = new Map<string, string>();
  for (const item of items) {
    if (item.kind === "system") continue;
    if (item.kind === "reference")
      throw new RequestError(`${item.param}: There is no item with the id ${JSON.stringify(item.id)}.`, {
        ...{ status: 404, code: "item_not_found", param: item.param },
      });
    if (item.kind === "call") names.set(item.callId, item.name);
    const role = item.kind === "user" ? "user" : "assistant";
    const parts = partsOfItem(item, names);
    const last = messages.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else if (parts.length > 0)
      messages.push({
        ...{ id: randomUUID(), role },
        parts: [...(role === "assistant" ? [{ type: "step-start" as const }] : []), ...parts],
      });
  }
  return messages;
}

function partsOfItem(
  item: Exclude<Item, { kind: "system" | "reference" }>,
  names: ReadonlyMap<string, string>,
): Message["parts"] {
  if (item.kind === "user") return [...item.parts];
  const text =
    item.kind === "assistant"
      ? item.text
      : item.kind === "call"
        ? `(Called ${item.name} with ${item.arguments})`
        : `(${names.get(item.callId) ?? "A tool"} returned: ${item.output})`;
  return text.trim() ? [{ type: "text", text, state: "done" }] : [];
}

/** Copies the messages up to a response, for a conversation that continues from there. Copies texts and files only. */
export async function messagesUpTo({
  agentId,
  conversationId,
  messageId,
}: StoredResponse): Promise<Earlier[]> {
  const all = (await readConversation(agentId, conversationId))?.messages ?? [];
  const last = all.findIndex(({ id }) => id === messageId);
  if (last < 0)
    throw new RequestError("Another version of this answer is shown in the workspace now.", {
      ...{ code: "conversation_continued", param: "previous_response_id" },
    });
  return all.slice(0, last + 1).flatMap(({ role, parts }): Earlier[] => {
    const kept = (parts as Message["parts"]).filter(
      ({ type }) => type === "text" || type === "file" || type === "step-start",
    );
    return kept.length > 0 ? [{ id: randomUUID(), role, parts: kept }] : [];
  });
}
