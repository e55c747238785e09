"use client";

import { useState } from "react";
import { share } from "@/lib/shared/chat/share";

/** Returns the previous object as long as the value is deeply equal to it. */
export function useStable<T>(value: T): T {
  const [stable, setStable] = useState(value);
  const next = share(stable, value);
  if (next !== stable) setStable(next);
  return next;
}
