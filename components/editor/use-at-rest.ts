"use client";

import { useEffect, useRef, useState } from "react";

const REST_MS = 500;

/**
 * What `find` says of what is being written, asked for whenever its writer rests; undefined until it is known. `key`
 * stands for all that is asked about: an answer for another one is let go, and without a key nothing is asked.
 */
export function useAtRest<Found>(
  key: string | undefined,
  find: (signal: AbortSignal) => Promise<Found | undefined>,
): Found | undefined {
  const [known, setKnown] = useState<{ key: string; found: Found }>();
  const latest = useRef(find);
  latest.current = find;
  useEffect(() => {
    if (key === undefined) return;
    const leave = new AbortController();
    const timer = setTimeout(async () => {
      // Saving says what is wrong with the way to the server; what could not be asked says nothing.
      const found = await latest.current(leave.signal).catch(() => undefined);
      if (found !== undefined && !leave.signal.aborted) setKnown({ key, found });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [key]);
  return known?.key === key ? known?.found : undefined;
}
