"use client";

import { type ComponentType, useEffect, useSyncExternalStore } from "react";

const AGAIN_MS = 3_000;

/**
 * A component whose code comes when it is first drawn; until then there is nothing, or `Waiting`. Unlike next/dynamic it
 * is no error of the page when the code cannot be fetched: it is asked for again, and once the network is back.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting?: ComponentType<Props>,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  const listeners = new Set<() => void>();
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return function Later(props: Props) {
    // A part of the page that the server has drawn may arrive when the code is known by another part.
    const Loaded = useSyncExternalStore(
      listen,
      () => known,
      () => undefined,
    );
    useEffect(() => {
      if (Loaded) return;
      let isLeft = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const attempt = () => {
        clearTimeout(timer);
        load().then(
          (component) => {
            known = component;
            for (const listener of listeners) listener();
          },
          () => {
            if (!isLeft) timer = setTimeout(attempt, AGAIN_MS);
          },
        );
      };
      attempt();
      addEventListener("online", attempt);
      return () => {
        isLeft = true;
        clearTimeout(timer);
        removeEventListener("online", attempt);
      };
    }, [Loaded]);
    const Now = Loaded ?? Waiting;
    return Now ? <Now {...props} /> : null;
  };
}
