"use client";

import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef } from "react";
import { type Change, listen } from "./events";

type Listener = (change: Change) => void;
type Listen = (listener: Listener) => () => void;

const Changes = createContext<Listen>(() => () => {});

/** One ear for the whole tab: everything below hears of what changed on the server through `useChanges`. */
export function ChangesProvider({ children }: { children: ReactNode }) {
  const listeners = useRef(new Set<Listener>());
  useEffect(
    () =>
      listen((change) => {
        for (const listener of listeners.current) listener(change);
      }),
    [],
  );
  const add = useCallback<Listen>((listener) => {
    listeners.current.add(listener);
    return () => listeners.current.delete(listener);
  }, []);
  return <Changes value={add}>{children}</Changes>;
}

export const useChanges = (): Listen => useContext(Changes);
