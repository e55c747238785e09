"use client";

import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { z } from "zod/mini";
import { ofAgent } from "@/components/client/request";
import { type BrowserFrame, type BrowserState, LIVE_EVENTS } from "@/lib/shared/browser/contract";
import { liveUrl } from "./api";

const AGAIN_MS = 5_000;

export type Live = {
  phase: "connecting" | "open" | "closed" | "lost";
  browser: BrowserState | null;
  reason: string | null;
};

type Wanted = {
  isSeen: boolean;
  /** True while a call is running, which may open a browser at any moment. */
  isBusy: boolean;
  /** Number of calls so far. Each further call may have opened a browser. */
  calls: number;
  onFrame: (frame: BrowserFrame) => void;
};

/**
 * Follows the conversation's browser over a stream. A stream occupies one of the few connections per host, so
 * it is open only while the view is visible and a browser may exist.
 */
export function useLive(conversationId: string, { isSeen, isBusy, calls, onFrame }: Wanted) {
  const [live, setLive] = useState<Live>({ phase: "connecting", browser: null, reason: null });
  /**
   * Identifies the calls after which the server reported no browser. Once there are further calls, the stream
   * opens again.
   */
  const [shutAt, setShutAt] = useState<string>();
  const callState = `${conversationId} ${isBusy} ${calls}`;
  const isWanted = isSeen && conversationId !== "";
  if (!isWanted && shutAt !== undefined) setShutAt(undefined);
  const isOpen = isWanted && shutAt !== callState;
  const reopen = useRef<() => void>(undefined);
  const onImage = useEffectEvent(onFrame);
  const onClosed = useEffectEvent((reason: string | null) => {
    setLive({ phase: "closed", browser: null, reason });
    if (!isBusy) setShutAt(callState);
  });

  useEffect(() => {
    if (!isOpen) return;
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      source = new EventSource(ofAgent(liveUrl(conversationId)));
      hear(source, "state", (browser) => setLive({ phase: "open", browser, reason: null }));
      hear(source, "frame", (frame) => onImage(frame));
      hear(source, "closed", ({ reason }) => onClosed(reason));
      source.onerror = () => {
        setLive((before) => ({ ...before, phase: "lost" }));
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_MS);
      };
    };
    const close = () => {
      clearTimeout(timer);
      source.close();
    };
    open();
    reopen.current = () => {
      close();
      open();
    };
    return () => {
      reopen.current = undefined;
      close();
    };
  }, [conversationId, isOpen]);
  const again = useCallback(() => {
    setShutAt(undefined);
    reopen.current?.();
  }, []);

  /** Applies the state from a server response, before the stream reports it. */
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
