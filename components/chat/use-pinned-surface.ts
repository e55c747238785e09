"use client";

import { useCallback, useState } from "react";
import { changeConversation } from "@/components/shell/api";
import { notifyProblem } from "@/components/shell/notify";
import { ApiError } from "./client/request";

/** The surface that stays on the canvas: at once as the person chose it, and then as the server has it. */
export function usePinnedSurface(id: string, stored: string | null | undefined) {
  const [chosen, setChosen] = useState<{ over: string | null; surface: string | null }>();
  const known = stored ?? null;
  // What the server says after it has heard of the choice counts again, also when it was made in another tab.
  const pinned = chosen && chosen.over === known ? chosen.surface : known;
  const onPin = useCallback(
    (surface: string | null) => {
      setChosen({ over: known, surface });
      changeConversation(id, { pinnedSurface: surface }).catch((error) => {
        setChosen(undefined);
        const why = error instanceof ApiError ? error.message : "Easel cannot be reached.";
        void notifyProblem(`The sheet was not ${surface ? "pinned" : "unpinned"}. ${why}`);
      });
    },
    [id, known],
  );
  return { pinned, onPin };
}
