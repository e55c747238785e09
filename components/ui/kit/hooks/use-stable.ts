"use client";

import { useState } from "react";
import { share } from "@/lib/shared/chat/share";

/** Returns the previous object as long as the value is deeply equal to it. */
export function useStable<T>(value: T): T {
  const [kept, setKept] = useState(value);
  const next = share(kept, value);
  if (next !== kept) setKept(next);
  return next;
}
