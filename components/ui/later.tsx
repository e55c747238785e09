"use client";

import { type ComponentType, useEffect, useSyncExternalStore } from "react";

const AGAIN_MS = 3_000;

/**
 * Creates a component whose code loads on its first render. Until then it renders `Waiting`, or nothing. If a
 * load fails, it retries, also as soon as the network returns. With next/dynamic, a failed load would be an
 * error of the page.
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
    // The code may be loaded before all parts of the server's HTML have hydrated. Their markup was rendered
    // without it, so the server snapshot must stay undefined.
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
