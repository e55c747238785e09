"use client";

import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;

/** The time, read again each minute: what was due becomes what ran. */
export function useNow(first: string): string {
  const [now, setNow] = useState(first);
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
