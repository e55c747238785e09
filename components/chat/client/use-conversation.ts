"use client";

import { useEffect, useState } from "react";
import { useChanges } from "@/components/shell/changes";
import { useShell } from "@/components/shell/shell-context";
import type { Snapshot } from "@/lib/shared/chat/contract";
import { Conversation } from "./conversation";
import { watch } from "./watch";

/** The conversation with this id in this tab, and what is to be shown of it now. */
export function useConversation(id: string, known: Snapshot | null) {
  const listen = useChanges();
  const [conversation] = useState(() => new Conversation(id, known));
  // Not useSyncExternalStore: its updates cannot be interrupted, and a stream of them would hold up every navigation.
  const [state, setState] = useState(conversation.state);
  const { listed, leaving } = useShell();
  const isLeaving = leaving === id;
  useEffect(() => {
    if (isLeaving) return;
    const unsubscribe = conversation.subscribe(() => setState(conversation.state));
    const leave = watch(conversation, listen);
    setState(conversation.state);
    return () => {
      leave();
      unsubscribe();
    };
  }, [conversation, listen, isLeaving]);

  // A page that the browser kept from before the first message does not know that there is one.
  const isListed = listed.has(id) && !isLeaving;
  useEffect(() => {
    if (isListed) conversation.changed(id);
  }, [conversation, id, isListed]);
  return { conversation, state };
}
