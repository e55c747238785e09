"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { type Target, targetOf } from "@/components/ui/kit/link";

type Ways = {
  isReady: boolean;
  reveal: (messageId: string) => boolean;
  /** Loads a message that is not shown. Resolves to false if it cannot be loaded. */
  find: (messageId: string) => Promise<boolean>;
};

/**
 * Follows the URL hash. `#m-<message>` scrolls to that message, also when the link is followed while the
 * page is open. If the hash names a call, `called` is that call until its row has opened.
 */
export function useTarget({ isReady, reveal, find }: Ways) {
  // A new object for each navigation, so that following the same link again has an effect.
  const [target, setTarget] = useState<Target>();
  const [called, setCalled] = useState<Target>();
  /** The message that is loading, or the last one loaded for the current link. */
  const finding = useRef<{ id: string; isOver: boolean }>(undefined);

  useEffect(() => {
    const read = () => {
      // The browser may report one link twice. The second time, its message may already be loading.
      if (finding.current?.isOver) finding.current = undefined;
      setTarget(targetOf(location.hash));
    };
    read();
    addEventListener("hashchange", read);
    // Client-side navigation changes the URL without a `hashchange` event.
    const { navigation } = window;
    let before = location.href;
    const onEntry = () => {
      if (location.href !== before) read();
      before = location.href;
    };
    navigation?.addEventListener("currententrychange", onEntry);
    return () => {
      removeEventListener("hashchange", read);
      navigation?.removeEventListener("currententrychange", onEntry);
    };
  }, []);

  useEffect(() => {
    if (!target || !isReady) return;
    const { messageId: id } = target;
    if (reveal(id)) {
      setTarget(undefined);
      setCalled(target.toolCallId === undefined ? undefined : target);
    } else if (!finding.current || (finding.current.isOver && finding.current.id !== id)) {
      const mine = { id, isOver: false };
      finding.current = mine;
      void find(id).then((isFound) => {
        mine.isOver = true;
        // If the user followed another link while this message was loading, the effect ignored it. Set a copy
        // of that target, so that the effect runs again.
        setTarget((now) => (now?.messageId !== id ? now && { ...now } : isFound ? now : undefined));
      });
    }
  }, [target, isReady, reveal, find]);
  return { called, arrived: useCallback(() => setCalled(undefined), []) };
}
