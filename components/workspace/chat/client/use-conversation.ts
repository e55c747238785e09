"use client";

import { useEffect, useState } from "react";
import { useChanges } from "@/components/client/changes";
import type { Change } from "@/components/client/events";
import { useShell } from "@/components/client/shell/shell-context";
import type { Snapshot } from "@/lib/shared/chat/contract";
import { Conversation } from "./conversation";
import type { Project } from "./state";

/** Returns the conversation with this id in this tab and its current state. */
export function useConversation(id: string, initial: Snapshot | null, project: Project | null = null) {
  const listen = useChanges();
  const [conversation] = useState(() => new Conversation(id, initial, project));
  // Not `useSyncExternalStore`: its updates cannot be interrupted, so streaming would block navigation.
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

  // The browser may show a cached page from before the first message, which does not know that the
  // conversation is stored.
  const isListed = listed.has(id) && !isLeaving;
  useEffect(() => {
    if (isListed) conversation.changed(id);
  }, [conversation, id, isListed]);
  return { conversation, state };
}

/** A hidden tab closes its stream after this time and reconnects when it becomes visible. */
const HIDDEN_MS = 10_000;

function watch(
  conversation: Conversation,
  listen: (onChange: (change: Change) => void) => () => void,
): () => void {
  const close = conversation.open();
  const unlisten = listen((change) => conversation.changed(change));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let released = false;

  const onVisibility = () => {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") {
      timer = setTimeout(() => {
        released = true;
        conversation.pause();
      }, HIDDEN_MS);
    } else if (released) {
      released = false;
      conversation.reconnect();
    } else {
      conversation.changed(null);
    }
  };
  // After a network change, an open stream may have lost its connection without an error.
  const onNetwork = () => conversation.reconnect();

  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("online", onNetwork);
  window.addEventListener("offline", onNetwork);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("online", onNetwork);
    window.removeEventListener("offline", onNetwork);
    unlisten();
    close();
  };
}
