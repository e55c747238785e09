"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { modelTest, type ProviderView, type SettingsChange, type SettingsView } from "@/lib/shared/settings";
import { fieldErrors, saveSettings, testModel, wordsOf } from "./api";
import { isSetUp } from "./provider-state";
import type { Outcome } from "./test-outcome";
import { useLeaveGuard } from "./use-leave-guard";
import type { Models } from "./use-models";

export type ConnectionProps = {
  provider: ProviderView;
  models: Models;
  onSaved: (settings: SettingsView) => void;
  onDirty: (isDirty: boolean) => void;
};

const optional = z
  .string()
  .trim()
  .transform((text) => text || undefined);
const schema = z.object({
  apiKey: optional.pipe(modelTest.shape.apiKey),
  baseUrl: optional.pipe(modelTest.shape.baseUrl),
});
type Given = z.output<typeof schema>;
type Change = NonNullable<NonNullable<SettingsChange["providers"]>[ProviderView["id"]]>;

const ASKING = "Asking for one word";

/** What a provider was given in the form: to be tried, saved, or taken away. */
export function useConnection({ provider, models, onSaved, onDirty }: ConnectionProps) {
  const { id, needsKey, takesUrl } = provider;
  const saved = savedIn(provider);
  const form = useForm({ defaultValues: saved, resolver: zodResolver(schema) });
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
      setOutcome(named.size > 0 ? null : { kind: "bad", words: wordsOf(error) });
    } finally {
      isBusy.current = false;
    }
  };
  const change = async (wanted: Change) => {
    const settings = await saveSettings({ providers: { [id]: wanted } });
    const now = settings.providers.find((other) => other.id === id);
    form.reset(savedIn(now ?? provider));
    onSaved(settings);
    await models.reload();
  };
  const tried = async (given: Given): Promise<Outcome> => {
    const result = await testModel({ provider: id, ...given });
    return result.ok ? { kind: "good", ...result } : { kind: "bad", words: result.message };
  };

  /** Whether there is enough to ask the provider anything; what is missing is said at its field. */
  const isEnough = ({ apiKey, baseUrl }: Given): boolean => {
    if (isSetUp(provider) || (needsKey ? apiKey : baseUrl)) return true;
    const message = needsKey ? "Enter a key first" : "Enter the server's address first";
    form.setError(needsKey ? "apiKey" : "baseUrl", { message }, { shouldFocus: true });
    return false;
  };
  const test = form.handleSubmit((given) => {
    if (isEnough(given)) return alone(ASKING, () => tried(given));
  });
  const save = form.handleSubmit((given) => {
    if (!isEnough(given)) return;
    return alone("Saving", async () => {
      const url = given.baseUrl ?? null;
      const wanted: Change = {
        ...(given.apiKey && { apiKey: given.apiKey }),
        ...(takesUrl && url !== (saved.baseUrl || null) && { baseUrl: url }),
      };
      const isSaved = Object.keys(wanted).length > 0;
      if (isSaved) await change(wanted);
      setOutcome({ kind: "busy", words: isSaved ? "Saved. Asking for one word" : ASKING });
      return { ...(await tried({})), isSaved };
    });
  });
  const removeKey = () =>
    alone("Removing the key", async () => {
      await change({ apiKey: null });
      form.setFocus("apiKey");
      return null;
    });

  return { form, outcome, test, save, removeKey };
}

/** The key is never among it: the page does not know it. */
const savedIn = ({ baseUrl, baseUrlFrom }: ProviderView) => ({
  apiKey: "",
  baseUrl: (baseUrlFrom === "settings" && baseUrl) || "",
});
