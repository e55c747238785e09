import { type ReactNode, useEffect, useState } from "react";

const AFTER_MS = 10_000;

/** Says what is being waited for, once the wait is long. */
export function Slow({ children }: { children: ReactNode }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong && <p className="text-meta text-ink-3">{children}</p>;
}
