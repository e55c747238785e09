"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { type Target, targetOf } from "@/components/ui/kit/link";

type Ways = {
  /** Whether there are messages. */
  isReady: boolean;
  /** Whether there are all: what is not among them is on another branch. */
  isWhole: boolean;
  reveal: (messageId: string) => boolean;
  /** Turns to the branch of a message that is not shown. */
  show: (messageId: string) => Promise<boolean>;
};

/**
 * Follows the address: `#m-<message>` brings that message into view, also when the link is followed while it is open.
 * With a call, `called` is that call, until its row says that it has been opened.
 */
export function useTarget({ isReady, isWhole, reveal, show }: Ways) {
  // An object of its own each time: the same link followed again leads there again.
  const [target, setTarget] = useState<Target>();
  const [called, setCalled] = useState<Target>();
  /** The branch that is turned to, or was since the link was followed. */
  const turning = useRef<{ id: string; isOver: boolean }>(undefined);

  useEffect(() => {
    const read = () => {
      // The browser tells twice of one link, and the second time its branch may be on its way already.
      if (turning.current?.isOver) turning.current = undefined;
      setTarget(targetOf(location.hash));
    };
    read();
    addEventListener("hashchange", read);
    // A link of the page itself changes the address without that event.
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
        // A link that was followed meanwhile has waited for this one.
        setTarget((now) => (now?.messageId !== id ? now && { ...now } : isShown ? now : undefined));
      });
    }
  }, [target, isReady, isWhole, reveal, show]);
  return { called, arrived: useCallback(() => setCalled(undefined), []) };
}
