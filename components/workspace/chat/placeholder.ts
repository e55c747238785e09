import { isQuestion } from "@/lib/shared/chat/built-in-tools";
import { type Ask, isAwaited } from "@/lib/shared/chat/contract";
import type { ConversationState } from "./client/state";

export function placeholderOf(
  { running, snapshot }: ConversationState,
  asks: Ask[],
  isEmpty: boolean,
): string {
  if (running) return "Add something while the agent writes";
  const { endedAt, continuedBy } = snapshot.conversation;
  if (endedAt) return continuedBy ? "Write a message in the next session" : "Begin a new session";
  if (asks.some(isQuestion)) return "Answer in words";
  const awaited = asks.filter(isAwaited);
  if (awaited.some(({ kind }) => kind === "answer")) return "Write a message; your form input stays";
  if (awaited.length > 0) return "Say what the agent should do instead";
  return isEmpty ? "Say what you need" : "Write a message";
}
