import { isQuestion } from "@/lib/shared/chat/built-in-tools";
import { type Ask, isAwaited } from "@/lib/shared/chat/contract";
import { t } from "@/lib/shared/i18n/en/chat";
import type { ConversationState } from "./client/state";

export function placeholderOf(
  { running, snapshot }: ConversationState,
  asks: Ask[],
  isEmpty: boolean,
): string {
  if (running) return t("addHint");
  const { endedAt, continuedBy } = snapshot.conversation;
  if (endedAt) return continuedBy ? t("nextSessionHint") : t("newSessionHint");
  if (asks.some(isQuestion)) return t("answerHint");
  const awaited = asks.filter(isAwaited);
  if (awaited.some(({ kind }) => kind === "answer")) return t("formHint");
  if (awaited.length > 0) return t("insteadHint");
  return isEmpty ? t("firstHint") : t("messageHint");
}
