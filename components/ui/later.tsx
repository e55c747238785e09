"use client";

import { type ComponentType, useEffect, useState } from "react";

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
  return function Later(props: Props) {
    const [Loaded, setLoaded] = useState(() => known);
    useEffect(() => {
      if (Loaded) return;
      let isLeft = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const attempt = () => {
        clearTimeout(timer);
        load().then(
          (component) => {
            known = component;
            if (!isLeft) setLoaded(() => component);
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
