"use client";

import { useEffect } from "react";
import { useChanges } from "@/components/client/changes";
import { sheetOf } from "@/components/client/events";
import { sheetStates } from "@/components/client/sheet-states";

/** Applies changes made to sheets in other tabs. */
export function useSheetChanges(): void {
  const listen = useChanges();
  useEffect(
    () =>
      listen((change) => {
        const sheet = change === null ? undefined : sheetOf(change);
        if (change === null) sheetStates().doubt();
        else if (sheet) sheetStates().changed(sheet.conversation, sheet.id, sheet.version);
      }),
    [listen],
  );
}
