"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import type { NoteState } from "@/components/ui/kit/page/note";
import { t } from "@/lib/shared/i18n/en/settings";

/**
 * Saves a choice immediately and shows it optimistically. If the server rejects it, the stored value is shown
 * again. `save` resolves to the stored value.
 */
export function useSavedChoice<Choice>(initial: Choice, save: (wanted: Choice) => Promise<Choice>) {
  const [stored, setStored] = useState(initial);
  const { mutate, variables, isPending, isSuccess, error } = useMutation({
    // Send choices one at a time, so that the last one wins.
    scope: { id: useId() },
    mutationFn: ({ wanted }: { wanted: Choice }) => save(wanted),
    onSuccess: setStored,
  });
  const note: NoteState | null = error
    ? { isGood: false, message: t("notSaved", { error: failureText(error) }) }
    : isSuccess
      ? { isGood: true, message: t("saved") }
      : null;
  return {
    chosen: isPending ? variables.wanted : stored,
    note,
    choose: (wanted: Choice) => mutate({ wanted }),
  };
}
