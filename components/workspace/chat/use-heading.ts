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
  ownTitle: string;
  origin: ConversationOrigin;
  project: { id: string; name: string } | null;
  isPinned: boolean;
  isStored: boolean;
  /** A different member wrote the conversation and shared it for reading. */
  isReader: boolean;
  model: ModelInUse;
  choice: string | null;
  choose: (model: string | null) => void;
  /** Fallback models; null uses those of the settings. */
  fallbackModels: string[] | null;
};

/**
 * Returns the heading of a conversation. Prefers the title from the list of conversations, which updates even
 * while a stream keeps this conversation busy.
 */
export function useHeading(
  { id }: Conversation,
  { snapshot: { conversation, earlier }, isStored }: ConversationState,
  messages: readonly UIMessage[],
  model: ModelInUse,
): Heading {
  const { edits } = useShell();
  const listed = useList().conversations.find((item) => item.id === id);
  /** Undefined until a model is chosen in this tab: before the first message, or before the snapshot contains it. */
  const [chosen, setChosen] = useState<string | null>();
  const ownTitle = listed?.title ?? edits[id]?.title ?? conversation.title;
  return {
    id,
    title: titleOf({ title: ownTitle || titleFrom(earlier ? [] : messages) }),
    ownTitle,
    origin: listed?.origin ?? conversation.origin ?? "chat",
    project: conversation.project ?? null,
    isPinned: listed?.pinned ?? edits[id]?.pinned ?? conversation.pinned ?? false,
    isStored,
    isReader: conversation.author != null,
    model,
    choice: chosen === undefined ? (conversation.model ?? null) : chosen,
    choose: setChosen,
    fallbackModels: conversation.successors ?? null,
  };
}
