"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { type Target, targetOf } from "@/components/ui/kit/link";

type Ways = {
  isReady: boolean;
  isWhole: boolean;
  reveal: (messageId: string) => boolean;
  show: (messageId: string) => Promise<boolean>;
};

/**
 * Follows the URL hash. `#m-<message>` scrolls to that message, also when the link is followed while the
 * page is open. If the hash names a call, `called` is that call until its row has opened.
 */
export function useTarget({ isReady, isWhole, reveal, show }: Ways) {
  // A new object for each navigation, so that following the same link again has an effect.
  const [target, setTarget] = useState<Target>();
  const [called, setCalled] = useState<Target>();
  /** The branch that is loading, or the last one loaded for the current link. */
  const turning = useRef<{ id: string; isOver: boolean }>(undefined);

  useEffect(() => {
    const read = () => {
      // The browser may report one link twice. The second time, its branch may already be loading.
      if (turning.current?.isOver) turning.current = undefined;
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
    } else if (isWhole && (!turning.current || (turning.current.isOver && turning.current.id !== id))) {
      const mine = { id, isOver: false };
      turning.current = mine;
      void show(id).then((isShown) => {
        mine.isOver = true;
        // If the user followed another link while this branch was loading, the effect ignored it. Set a copy
        // of that target, so that the effect runs again.
        setTarget((now) => (now?.messageId !== id ? now && { ...now } : isShown ? now : undefined));
      });
    }
  }, [target, isReady, isWhole, reveal, show]);
  return { called, arrived: useCallback(() => setCalled(undefined), []) };
}
