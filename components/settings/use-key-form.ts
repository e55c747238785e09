"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { failureText, fieldErrors } from "@/components/client/failure";
import { useLeaveGuard } from "@/components/ui/kit/hooks/use-leave-guard";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settings";
import type { Outcome } from "./outcome-line";

/**
 * The typed values; empty fields are undefined. It never contains the stored key, which the page does not
 * receive.
 */
export type KeyInput = { apiKey?: string; baseUrl?: string };
export type KeyChange = { apiKey?: string | null; baseUrl?: string | null };

type KeyForm = {
  needs: keyof KeyInput;
  isSetUp: boolean;
  savedUrl: string;
  takesUrl: boolean;
  shape: Record<keyof KeyInput, z.ZodType<string | undefined, string | undefined>>;
  /** Progress message of a test, such as "Asking for one word". */
  testing: string;
  /** Saves a change and resolves to the base URL that is stored then, or to an empty string without one. */
  change: (wanted: KeyChange) => Promise<string>;
  attempt: (input: KeyInput) => Promise<Outcome>;
  onDirty: (isDirty: boolean) => void;
};

const optional = z
  .string()
  .trim()
  .transform((text) => text || undefined);

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

  const alone = async (message: string, act: () => Promise<Outcome | null>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setOutcome({ kind: "busy", message });
    try {
      setOutcome(await act());
    } catch (error) {
      const named = fieldErrors(error);
      for (const field of ["apiKey", "baseUrl"] as const)
        if (named.has(field)) form.setError(field, { message: named.get(field) }, { shouldFocus: true });
      setOutcome(named.size > 0 ? null : { kind: "bad", message: failureText(error) });
    } finally {
      isBusy.current = false;
    }
  };
  // Keep the refs of the inputs. Without them, `setError` and `setFocus` could not focus a field before the
  // next render.
  const put = async (wanted: KeyChange) =>
    form.reset({ apiKey: "", baseUrl: await change(wanted) }, { keepFieldsRef: true });

  /** Returns true if the required field is set, otherwise shows an error at the field. */
  const isEnough = (input: KeyInput): boolean => {
    if (isSetUp || input[needs]) return true;
    const message = needs === "apiKey" ? t("enterKey") : t("enterAddress");
    form.setError(needs, { message }, { shouldFocus: true });
    return false;
  };
  const changeIn = (input: KeyInput): KeyChange => {
    const url = input.baseUrl ?? null;
    return {
      ...(input.apiKey && { apiKey: input.apiKey }),
      ...(takesUrl && url !== (savedUrl || null) && { baseUrl: url }),
    };
  };
  const test = form.handleSubmit((input) => {
    if (isEnough(input)) return alone(testing, () => attempt(input));
  });
  const save = form.handleSubmit((input) => {
    if (!isEnough(input)) return;
    return alone(common("saving"), async () => {
      const wanted = changeIn(input);
      const isSaved = Object.keys(wanted).length > 0;
      if (isSaved) await put(wanted);
      setOutcome({ kind: "busy", message: isSaved ? t("savedWith", { message: testing }) : testing });
      // The values are saved even if the test fails.
      const tried = await attempt({}).catch(
        (error): Outcome => ({ kind: "bad", message: failureText(error) }),
      );
      return { ...tried, isSaved };
    });
  });
  /** Saves the values only if they work. Resolves to true then. */
  const start = async (): Promise<boolean> => {
    let hasStarted = false;
    await form.handleSubmit((input) => {
      if (!isEnough(input)) return;
      return alone(testing, async () => {
        const tried = await attempt(input);
        if (tried.kind === "good") {
          await put(changeIn(input));
          hasStarted = true;
        }
        return tried;
      });
    })();
    return hasStarted;
  };
  const removeKey = () =>
    alone(common("saving"), async () => {
      await put({ apiKey: null });
      form.setFocus("apiKey");
      return null;
    });

  return { form, outcome, test, save, start, removeKey };
}
