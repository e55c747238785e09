"use client";

import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import type { z } from "zod/mini";
import { type BrowserFrame, type BrowserState, LIVE_EVENTS } from "@/lib/shared/browser/contract";
import { liveUrl } from "./api";

const AGAIN_MS = 5_000;

export type Live = {
  phase: "connecting" | "open" | "closed" | "lost";
  /** Null where no browser is open. */
  browser: BrowserState | null;
  /** Why it was closed, where that is known. */
  reason: string | null;
};

type Wanted = {
  /** It is on the screen. */
  isSeen: boolean;
  /** A call is at work, which may open a browser at any moment. */
  isBusy: boolean;
  /** With each call it is looked at again. */
  calls: number;
  onFrame: (frame: BrowserFrame) => void;
};

/**
 * The browser of a conversation as it is now. A stream takes one of the few connections to the server, so there is none
 * while nobody looks, or while there is nothing to be seen.
 */
export function useLive(conversationId: string, { isSeen, isBusy, calls, onFrame }: Wanted) {
  const [live, setLive] = useState<Live>({ phase: "connecting", browser: null, reason: null });
  const [attempt, again] = useReducer((count: number) => count + 1, 0);
  const latest = useRef({ isBusy, onFrame });
  latest.current = { isBusy, onFrame };
  const isShut = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a call may have opened a browser where there was none
  useEffect(() => {
    if (isShut.current) again();
  }, [isBusy, calls]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt begins anew
  useEffect(() => {
    if (!isSeen || !conversationId) return;
    isShut.current = false;
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      source = new EventSource(liveUrl(conversationId));
      hear(source, "state", (browser) => setLive({ phase: "open", browser, reason: null }));
      hear(source, "frame", (frame) => latest.current.onFrame(frame));
      hear(source, "closed", ({ reason }) => {
        setLive({ phase: "closed", browser: null, reason });
        if (latest.current.isBusy) return;
        isShut.current = true;
        source.close();
      });
      source.onerror = () => {
        setLive((before) => ({ ...before, phase: "lost" }));
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_MS);
      };
    };
    open();
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [conversationId, isSeen, attempt]);

  /** What an answer of the server says, before the stream does. */
  const adopt = useCallback((browser: BrowserState | null) => {
    setLive((before) => (browser ? { phase: "open", browser, reason: null } : { ...before, browser: null }));
  }, []);
  return { ...live, adopt, again };
}

type Events = typeof LIVE_EVENTS;

function hear<Name extends keyof Events>(
  source: EventSource,
  name: Name,
  listener: (data: z.infer<Events[Name]>) => void,
): void {
  source.addEventListener(name, ({ data }: MessageEvent<string>) => {
    const parsed = LIVE_EVENTS[name].safeParse(JSON.parse(data));
    if (parsed.success) listener(parsed.data as z.infer<Events[Name]>);
  });
}
