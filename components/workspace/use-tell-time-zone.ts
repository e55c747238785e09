"use client";

import { useEffect } from "react";
import { jsonBody, request } from "@/components/client/request";

/** Tells the server once in which zone the person lives, where nobody has set one. */
export function useTellTimeZone(isKnown: boolean): void {
  useEffect(() => {
    if (isKnown) return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const init = { method: "PUT", ...jsonBody({ general: { timeZone } }) };
    // Nobody asked for it: where it fails, the next page tells it.
    // An answer that nobody reads keeps its connection.
    request("/api/settings", init)
      .then((response) => response.text())
      .catch(() => {});
  }, [isKnown]);
}
