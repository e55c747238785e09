"use client";

import type { UIMessage } from "ai";
import { useState } from "react";
import { useList, useShell } from "@/components/client/shell/shell-context";
import { titleOf } from "@/lib/shared/chat/contract";
import { titleFrom } from "@/lib/shared/chat/tab-title";
import type { ConversationOrigin } from "@/lib/shared/jobs/kinds";
import type { Conversation } from "./client/conversation";
import type { ConversationState } from "./client/state";
import type { ModelInUse } from "./model-in-use";

export type Heading = {
  id: string;
  title: string;
  /** What the person may change it from: empty until the conversation has a title of its own. */
  ownTitle: string;
  /** Who begins its turns. */
  origin: ConversationOrigin;
  isPinned: boolean;
  isKnown: boolean;
  model: ModelInUse;
  /** The model that this conversation has chosen, if it has. */
  choice: string | null;
  choose: (model: string | null) => void;
  /** The models that answer in its place when it fails; null: those of the settings. */
  successors: string[] | null;
};

/** What stands above a conversation. The list hears of a new title first: it is not busy with a stream. */
export function useHeading(
  { id }: Conversation,
  { snapshot: { conversation }, known: isKnown }: ConversationState,
  messages: readonly UIMessage[],
  model: ModelInUse,
): Heading {
  const { edits } = useShell();
  const listed = useList().conversations.find((item) => item.id === id);
  /** Chosen here: before the first message, or so lately that the server's copy does not say it yet. */
  const [chosen, setChosen] = useState<string | null>();
  const ownTitle = listed?.title ?? edits[id]?.title ?? conversation.title;
  return {
    id,
    title: titleOf({ title: ownTitle || titleFrom(messages) }),
    ownTitle,
    origin: listed?.origin ?? conversation.origin ?? "chat",
    isPinned: listed?.pinned ?? edits[id]?.pinned ?? conversation.pinned ?? false,
    isKnown,
    model,
    choice: chosen === undefined ? (conversation.model ?? null) : chosen,
    choose: setChosen,
    successors: conversation.successors ?? null,
  };
}
