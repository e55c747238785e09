"use client";

import { useEffect, useState } from "react";
import { LIVE_EVERY_MS, type SharedNow, sharedNow } from "@/lib/shared/shares";

export type Seen = {
  now?: SharedNow;
  /** When it was last known to be so, by the reader's own clock. */
  at?: number;
  /** It was revoked, is over, or never was: nothing of it stays on the page. */
  isGone?: boolean;
  /** The server is not reached, or has too many readers: what is shown may be older. */
  isLate?: boolean;
};

const LONGEST_MS = 30_000;
const PATIENCE_MS = 20_000;

/** What a link to a live sheet shows, followed for as long as the page is looked at. */
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
        pause = Math.min(pause * 2, LONGEST_MS);
      } finally {
        isAsking = false;
      }
      // Not all readers of a link at the same time.
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
