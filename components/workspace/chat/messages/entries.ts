import type { UIMessage } from "ai";
import { asNotice } from "@/lib/shared/chat/parts";
import { t } from "@/lib/shared/i18n/en/chatMessages";
import type { Notice } from "@/lib/shared/notice";
import { type ConversationState, type Outgoing, shownMessages, waitingMessages } from "../client/state";

/** A row in the chat. A message keeps its key from the moment it is sent. */
export type Entry = { key: string } & (
  | { kind: "message"; message: UIMessage; isLive: boolean }
  | { kind: "begun" }
  | { kind: "failed"; notice: Notice }
  | { kind: "waiting"; message: UIMessage }
  | { kind: "unsent"; outgoing: Outgoing }
);

export function entriesOf(state: ConversationState, messages = shownMessages(state)): Entry[] {
  const { live, running, rewriting, outbox } = state;
  const entries: Entry[] = messages.map((message) => ({
    key: message.id,
    kind: "message",
    message,
    isLive: running && message.id === live?.id,
  }));
  if ((running && !live) || rewriting) entries.push({ key: "begun", kind: "begun" });
  const notice = failureOf(state);
  if (notice) entries.push({ key: "failed", kind: "failed", notice });
  for (const message of waitingMessages(state)) entries.push({ key: message.id, kind: "waiting", message });
  for (const outgoing of outbox) {
    // An answer being sent is shown at its question.
    const isElsewhere = outgoing.answers && outgoing.state !== "failed";
    if (!isElsewhere) entries.push({ key: outgoing.message.id, kind: "unsent", outgoing });
  }
  return entries;
}

export function troubleOf(state: ConversationState): string | undefined {
  const lastNotice = shownMessages(state).at(-1)?.parts.map(asNotice).findLast(Boolean);
  return (lastNotice ?? failureOf(state))?.message;
}

function failureOf({
  running,
  rewriting,
  snapshot: { run, messages },
}: ConversationState): Notice | undefined {
  const last = messages.at(-1);
  const hasNotice = last?.parts.some(({ type }) => type === "data-notice");
  if (running || rewriting || run?.status !== "failed" || hasNotice) return undefined;
  const message = run.error?.message ?? t("interrupted");
  return { kind: "error", code: run.error?.code ?? "internal", message };
}
