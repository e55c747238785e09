import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settings";
import { isLocalProvider } from "@/lib/shared/providers";
import type { ModelsView, ProviderView } from "@/lib/shared/settings";

export type ProviderState = {
  kind: "ready" | "off" | "problem" | "looking";
  words: string;
  problem?: string;
};

/** Returns the user-facing state of a provider. `models` is null while loading. */
export function providerState(provider: ProviderView, models: ModelsView | null): ProviderState {
  const problem =
    provider.problem ?? models?.problems.find((found) => found.provider === provider.id)?.message;
  if (problem) return { kind: "problem", words: t("doesNotWork"), problem };
  const count = models?.models.filter((model) => model.provider === provider.id).length ?? 0;
  const withCount = (words: string) => (count === 0 ? words : [words, t("modelCount", { count })].join(", "));
  if (isLocalProvider(provider.id)) {
    if (count > 0) return { kind: "ready", words: withCount(t("foundHere")) };
    return models ? { kind: "off", words: t("notRunning") } : { kind: "looking", words: t("looking") };
  }
  if (!isSetUp(provider)) return { kind: "off", words: t("notSetUp") };
  const from = provider.needsKey ? provider.keyFrom : provider.baseUrlFrom;
  const label = from === "environment" ? t("fromEnvironment") : common("connected");
  return { kind: "ready", words: withCount(label) };
}

export const isSetUp = ({ needsKey, keyFrom, baseUrlFrom, id }: ProviderView): boolean =>
  isLocalProvider(id) || (needsKey ? keyFrom !== null : baseUrlFrom !== null);

/** Puts providers found on this machine first and keeps the order otherwise. */
export function inOrder(providers: ProviderView[], models: ModelsView | null): ProviderView[] {
  const isFound = ({ id }: ProviderView) =>
    isLocalProvider(id) && models?.models.some(({ provider }) => provider === id) === true;
  return [...providers.filter(isFound), ...providers.filter((provider) => !isFound(provider))];
}
