"use client";

import { useEffect, useState } from "react";
import { LIVE_EVERY_MS, type SharedNow, sharedNow } from "@/lib/shared/shares";

export type Seen = {
  now?: SharedNow;
  /** Time of the last successful read, by the reader's clock (ms). */
  at?: number;
  /** The link was revoked, expired or never existed. The page clears all content. */
  isGone?: boolean;
  /** The server is unreachable or has too many readers, so the content may be outdated. */
  isLate?: boolean;
};

const MAX_PAUSE_MS = 30_000;
const PATIENCE_MS = 20_000;

/** Polls the content of a live share link while the page is visible. */
export function useShared(token: string): Seen {
  const [seen, setSeen] = useState<Seen>({});
  useEffect(() => {
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let etag = "";
    let pause = LIVE_EVERY_MS;
    let isAsking = false;
    const ask = async () => {
      if (isAsking || document.hidden || end.signal.aborted) return;
      clearTimeout(timer);
      isAsking = true;
      try {
        const signal = AbortSignal.any([end.signal, AbortSignal.timeout(PATIENCE_MS)]);
        const path = `/shared/${encodeURIComponent(token)}/now`;
        const response = await fetch(path, { cache: "no-store", headers: { "if-none-match": etag }, signal });
        if (response.status === 404) {
          end.abort();
          return setSeen({ isGone: true });
        }
        if (response.status === 429)
          pause = Math.max(pause, Number(response.headers.get("retry-after")) * 1_000);
        if (!response.ok && response.status !== 304) throw new Error(String(response.status));
        const at = Date.now();
        if (response.status === 304) setSeen(({ now }) => ({ now, at }));
        else {
          const now = sharedNow.parse(await response.json());
          etag = response.headers.get("etag") ?? "";
          setSeen({ now, at });
        }
        pause = LIVE_EVERY_MS;
      } catch {
        if (end.signal.aborted) return;
        setSeen((before) => ({ ...before, isLate: true }));
        pause = Math.min(pause * 2, MAX_PAUSE_MS);
      } finally {
        isAsking = false;
      }
      // Jitter, so that the readers of a link do not poll at the same time.
      timer = setTimeout(ask, pause * (0.9 + Math.random() * 0.2));
    };
    void ask();
    const { signal } = end;
    document.addEventListener("visibilitychange", ask, { signal });
    addEventListener("online", ask, { signal });
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [token]);
  return seen;
}
