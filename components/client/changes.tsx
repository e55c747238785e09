"use client";

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
} from "react";
import { useRouter } from "@/components/ui/kit/agent-base";
import { type Change, listen } from "./events";

type Listener = (change: Change) => void;
export type Listen = (listener: Listener) => () => void;

/** Changes come in numbers: what follows from them waits until they pause. */
const SETTLE_MS = 150;

const Changes = createContext<Listen>(() => () => {});

type ChangesProviderProps = {
  children: ReactNode;
  /** Where they come from. */
  source?: Listen;
};

/** One ear for the whole tab: everything below hears of what changed on the server through `useChanges`. */
export function ChangesProvider({ children, source = listen }: ChangesProviderProps) {
  const listeners = useRef(new Set<Listener>());
  useEffect(
    () =>
      source((change) => {
        for (const listener of listeners.current) listener(change);
      }),
    [source],
  );
  const add = useCallback<Listen>((listener) => {
    listeners.current.add(listener);
    return () => listeners.current.delete(listener);
  }, []);
  return <Changes value={add}>{children}</Changes>;
}

export const useChanges = (): Listen => useContext(Changes);

/** Acts once the changes that it is about have settled; a change that nobody heard may be one of them. */
export function useSettledChanges(isAbout: (change: string) => boolean, act: () => void): void {
  const listen = useChanges();
  const concerns = useEffectEvent((change: Change) => change === null || isAbout(change));
  const onSettled = useEffectEvent(act);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen((change) => {
      if (!concerns(change)) return;
      clearTimeout(timer);
      timer = setTimeout(() => onSettled(), SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [listen]);
}

/** Has the server draw the page again when something that it is about has changed. */
export function usePageRefresh(isAbout: (change: string) => boolean): void {
  const router = useRouter();
  useSettledChanges(isAbout, () => router.refresh());
}
