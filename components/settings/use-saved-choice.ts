"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import type { NoteState } from "@/components/ui/kit/page/note";

/**
 * A choice that is saved as soon as it is made: it is seen at once, and gives way to what the server has where that refuses
 * it. `save` resolves to what is stored then.
 */
export function useSavedChoice<Choice>(known: Choice, save: (wanted: Choice) => Promise<Choice>) {
  const [stored, setStored] = useState(known);
  const { mutate, variables, isPending, isSuccess, error } = useMutation({
    // One after the other, so that the last one made is also the last to arrive.
    scope: { id: useId() },
    mutationFn: ({ wanted }: { wanted: Choice }) => save(wanted),
    onSuccess: setStored,
  });
  const note: NoteState | null = error
    ? { isGood: false, words: `Not saved. ${failureText(error)}` }
    : isSuccess
      ? { isGood: true, words: "Saved" }
      : null;
  return {
    chosen: isPending ? variables.wanted : stored,
    note,
    choose: (wanted: Choice) => mutate({ wanted }),
  };
}
