"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { failureText, fieldErrors } from "@/components/client/failure";
import { useLeaveGuard } from "@/components/ui/kit/hooks/use-leave-guard";
import type { Outcome } from "./outcome-line";

/** What is typed; empty fields are not there. The key that is saved is never among it: the page does not know it. */
export type Given = { apiKey?: string; baseUrl?: string };
/** Null takes away. */
export type KeyChange = { apiKey?: string | null; baseUrl?: string | null };

type KeyForm = {
  /** Which one it cannot do without. */
  needs: keyof Given;
  /** Whether what it needs is saved. */
  isSetUp: boolean;
  /** The address that is saved. */
  savedUrl: string;
  takesUrl: boolean;
  /** What the server takes of both. */
  shape: Record<keyof Given, z.ZodType<string | undefined, string | undefined>>;
  /** What a test does, as the person reads it: "Asking for one word". */
  testing: string;
  /** Gives the address that is saved then. */
  change: (wanted: KeyChange) => Promise<string>;
  attempt: (given: Given) => Promise<Outcome>;
  onDirty: (isDirty: boolean) => void;
};

const optional = z
  .string()
  .trim()
  .transform((text) => text || undefined);

/** A key and an address of some service: to be tried, saved, or taken away. */
export function useKeyForm({ needs, isSetUp, savedUrl, takesUrl, shape, testing, ...acts }: KeyForm) {
  const { change, attempt, onDirty } = acts;
  const schema = z.object({ apiKey: optional.pipe(shape.apiKey), baseUrl: optional.pipe(shape.baseUrl) });
  const form = useForm({
    defaultValues: { apiKey: "", baseUrl: savedUrl },
    resolver: zodResolver(schema),
  });
  const { isDirty } = form.formState;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const isBusy = useRef(false);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useLeaveGuard(isDirty);

  /** One thing at a time: a second press does nothing. */
  const alone = async (words: string, act: () => Promise<Outcome | null>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setOutcome({ kind: "busy", words });
    try {
      setOutcome(await act());
    } catch (error) {
      const named = fieldErrors(error);
      for (const field of ["apiKey", "baseUrl"] as const)
        if (named.has(field)) form.setError(field, { message: named.get(field) }, { shouldFocus: true });
      setOutcome(named.size > 0 ? null : { kind: "bad", words: failureText(error) });
    } finally {
      isBusy.current = false;
    }
  };
  // Without their refs the fields could not be focused until the next drawing.
  const put = async (wanted: KeyChange) =>
    form.reset({ apiKey: "", baseUrl: await change(wanted) }, { keepFieldsRef: true });

  /** Whether there is enough to ask anything; what is missing is said at its field. */
  const isEnough = (given: Given): boolean => {
    if (isSetUp || given[needs]) return true;
    const message = needs === "apiKey" ? "Enter a key first" : "Enter the server's address first";
    form.setError(needs, { message }, { shouldFocus: true });
    return false;
  };
  const test = form.handleSubmit((given) => {
    if (isEnough(given)) return alone(testing, () => attempt(given));
  });
  const save = form.handleSubmit((given) => {
    if (!isEnough(given)) return;
    return alone("Saving", async () => {
      const url = given.baseUrl ?? null;
      const wanted: KeyChange = {
        ...(given.apiKey && { apiKey: given.apiKey }),
        ...(takesUrl && url !== (savedUrl || null) && { baseUrl: url }),
      };
      const isSaved = Object.keys(wanted).length > 0;
      if (isSaved) await put(wanted);
      setOutcome({ kind: "busy", words: isSaved ? `Saved. ${testing}` : testing });
      // What could not be tried is saved all the same.
      const tried = await attempt({}).catch((error): Outcome => ({ kind: "bad", words: failureText(error) }));
      return { ...tried, isSaved };
    });
  });
  const removeKey = () =>
    alone("Removing the key", async () => {
      await put({ apiKey: null });
      form.setFocus("apiKey");
      return null;
    });

  return { form, outcome, test, save, removeKey };
}
