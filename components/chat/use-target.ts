"use client";

import { useEffect, useRef, useState } from "react";

const HASH = /^#m-(.+)$/;

type Target = {
  /** Whether there are messages. */
  isReady: boolean;
  reveal: (messageId: string) => boolean;
  /** Turns to the branch of a message that is not shown. */
  show: (messageId: string) => Promise<boolean>;
};

/** Follows the address: `#m-<message>` brings that message into view, also when the link is followed while it is open. */
export function useTarget({ isReady, reveal, show }: Target) {
  // An object of its own each time: the same link followed again leads there again.
  const [target, setTarget] = useState<{ id: string }>();
  const asked = useRef<string>(undefined);

  useEffect(() => {
    const read = () => {
      const id = HASH.exec(location.hash)?.[1];
      asked.current = undefined;
      setTarget(id === undefined ? undefined : { id: decoded(id) });
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
    const { id } = target;
    if (reveal(id)) setTarget(undefined);
    else if (asked.current !== id) {
      asked.current = id;
      void show(id).then((isShown) => !isShown && setTarget(undefined));
    }
  }, [target, isReady, reveal, show]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
