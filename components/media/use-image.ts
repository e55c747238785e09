"use client";

import { useEffect, useState } from "react";
import { wordsOf } from "@/components/settings/api";
import type { ImageView } from "@/lib/shared/images/contract";
import { readImage } from "./api";

/** All that is known of one image; of the one before nothing is left. */
export function useImage(id: string): { view: ImageView | null; problem: string | null } {
  const [heard, setHeard] = useState<{ id: string; view: ImageView | null; problem: string | null }>();
  useEffect(() => {
    const left = new AbortController();
    readImage(id, left.signal).then(
      (view) => setHeard({ id, view, problem: null }),
      (error) => {
        if (!left.signal.aborted) setHeard({ id, view: null, problem: wordsOf(error) });
      },
    );
    return () => left.abort();
  }, [id]);
  return heard?.id === id ? heard : { view: null, problem: null };
}
