"use client";

import { useEffect, useState } from "react";
import { useChanges } from "@/components/client/changes";
import type { Change } from "@/components/client/events";
import { useShell } from "@/components/client/shell/shell-context";
import type { Snapshot } from "@/lib/shared/chat/contract";
import { Conversation } from "./conversation";

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

/** A tab in the background lets its stream go after this long, and looks again when it is needed. */
const HIDDEN_MS = 10_000;

/** Keeps an open conversation true to the server for as long as it is shown. */
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
  // A stream that was open when the network changed may be dead without having ended.
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
