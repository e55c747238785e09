"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import type { NoteState } from "@/components/ui/kit/page/note";

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
    ? { isGood: false, message: `Not saved. ${failureText(error)}` }
    : isSuccess
      ? { isGood: true, message: "Saved" }
      : null;
  return {
    chosen: isPending ? variables.wanted : stored,
    note,
    choose: (wanted: Choice) => mutate({ wanted }),
  };
}
