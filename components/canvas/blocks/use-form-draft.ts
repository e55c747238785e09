import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type Draft, keepDraft, readDraft } from "./draft";

/** Brings back what was typed before a reload and keeps what is typed now. True as long as a draft is kept. */
export function useFormDraft(
  { reset, subscribe }: UseFormReturn<Draft>,
  key: string,
  defaults: Draft,
): boolean {
  const [kept, setKept] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is brought back once
  useEffect(() => {
    const draft = readDraft(key);
    if (!draft) return;
    reset({ ...defaults, ...draft }, { keepDefaultValues: true });
    setKept(true);
  }, [key]);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        // Only what the person did: bringing the draft back has no name.
        callback: ({ values, name }) => name !== undefined && setKept(keepDraft(key, values)),
      }),
    [key, subscribe],
  );
  return kept;
}
