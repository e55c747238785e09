"use client";

import { useMemo, useState } from "react";
import { currentBase } from "@/components/ui/kit/agent-base";
import { hrefOf } from "@/components/ui/kit/link";
import { inAgent } from "@/lib/shared/agents/agent-address";
import { isMark, textOf } from "@/lib/shared/chat/parts";
import { sessionOf } from "@/lib/shared/chat/session";
import { t } from "@/lib/shared/i18n/en/chat";
import type { Conversation } from "./client/conversation";
import { type ConversationState, openAsks, shownMessages } from "./client/state";
import type { Thread, ThreadActions, ThreadStatus } from "./thread";
import { useTarget } from "./use-target";

type Panel = {
  toEnd: () => void;
  /** Scrolls to a message. Returns false if it is not shown. */
  reveal: (messageId: string) => boolean;
  bring: (element: HTMLElement) => void;
  toComposer: () => void;
  say: (text: string) => void;
};

export function useThreadOf(
  conversation: Conversation,
  state: ConversationState,
  panel: Panel,
  isDrawn: boolean,
): Thread {
  const [editing, setEditing] = useState<ThreadStatus["editing"]>();

  const { called, arrived } = useTarget({
    isReady: state.isStored && isDrawn,
    reveal: (id) => panel.reveal(id),
    find: (id) => conversation.find(id),
  });

  const actions = useMemo((): ThreadActions => {
    const drafts = new Map<string, string>();
    const now = () => shownMessages(conversation.state);
    const edit = (id: string) => setEditing({ id });
    const retry = (id: string) => {
      void conversation.retry(id);
      panel.toEnd();
    };
    const sendEdit = async (id: string, text: string) => {
      const taking = conversation.edit(id, text);
      panel.toEnd();
      panel.toComposer();
      const problem = await taking;
      if (problem === undefined) drafts.delete(id);
      setEditing(problem === undefined ? undefined : { id, problem });
    };
    return {
      drafts,
      opened: new Set(),
      thoughts: new Map(),
      linkTo: (id) => new URL(inAgent(currentBase(), hrefOf(conversation.id, id)), location.href).href,
      hrefBefore: (createdAt) =>
        `/agent/history?${new URLSearchParams({
          at: new Date(Date.parse(createdAt) - 1).toISOString(),
          conversation: conversation.id,
        })}`,
      arrived: (row) => {
        panel.bring(row);
        arrived();
      },
      edit,
      leaveEdit: () => {
        setEditing(undefined);
        panel.toComposer();
      },
      sendEdit,
      retry,
      show: (id) => void conversation.showMessage(id),
      say: panel.say,
      editLast: () => {
        const own = now().findLast(({ role, parts }) => role === "user" && !parts.some(sessionOf));
        const { snapshot } = conversation.state;
        const { endedAt, author } = snapshot.conversation;
        if (own && !isBusy(conversation.state) && !endedAt && author == null) edit(own.id);
      },
      again: () => {
        const messages = now();
        const [before, last] = [messages.at(-2), messages.at(-1)];
        // The failed run was a compaction, which has no user message to send again.
        if (last && isMark(last) && before?.role === "assistant") void conversation.compact();
        else if (last?.role === "assistant") retry(last.id);
        else if (last) void sendEdit(last.id, textOf(last));
      },
    };
  }, [conversation, panel, arrived]);

  const { endedAt, continues, author } = state.snapshot.conversation;
  const isReader = author != null;
  const running = isBusy(state) ? t("stillRunning") : undefined;
  const busy = running ?? (isReader ? t("onlyRead") : endedAt ? t("sessionEnded") : undefined);
  const fixed = running ?? (openAsks(state).length > 0 ? t("answerFirst") : undefined);
  const lastId = shownMessages(state).at(-1)?.id;
  const { turningTo } = state;
  return useMemo(
    () => ({ ...actions, busy, fixed, isReader, lastId, editing, turningTo, called, continues }),
    [actions, busy, fixed, isReader, lastId, editing, turningTo, called, continues],
  );
}

const isBusy = ({ running, rewriting }: ConversationState): boolean => running || rewriting !== undefined;
