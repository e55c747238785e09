"use client";

import { useState } from "react";
import { share } from "@/lib/shared/chat/share";

/** A value that is worked out anew at every drawing, as the same object for as long as it says the same. */
export function useStable<T>(value: T): T {
  const [kept, setKept] = useState(value);
  const next = share(kept, value);
  if (next !== kept) setKept(next);
  return next;
}
