"use client";

import { type ComponentType, useEffect, useSyncExternalStore } from "react";

const AGAIN_MS = 3_000;

/**
 * Creates a component whose code loads on its first render. Until then it renders nothing, or `Waiting`.
 * Unlike next/dynamic, a failed load is not an error of the page: it is retried, also when the network
 * returns.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting?: ComponentType<Props>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const listeners = new Set<() => void>();
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return function Later(props: Props) {
    // Part of the server's HTML may hydrate when another part has already loaded the code, so the server
    // snapshot must stay undefined.
    const Loaded = useSyncExternalStore(
      listen,
      () => loaded,
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
            loaded = component;
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
