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
  if (problem) return { kind: "problem", words: "Does not work", problem };
  const count = models?.models.filter((model) => model.provider === provider.id).length ?? 0;
  const counted = count === 0 ? "" : `, ${count} ${count === 1 ? "model" : "models"}`;
  if (isLocalProvider(provider.id)) {
    if (count > 0) return { kind: "ready", words: `Found on this machine${counted}` };
    return models ? { kind: "off", words: "Not running" } : { kind: "looking", words: "Looking for it" };
  }
  if (!isSetUp(provider)) return { kind: "off", words: "Not set up" };
  const from = provider.needsKey ? provider.keyFrom : provider.baseUrlFrom;
  const label = from === "environment" ? "From the environment" : "Connected";
  return { kind: "ready", words: label + counted };
}

export const isSetUp = ({ needsKey, keyFrom, baseUrlFrom, id }: ProviderView): boolean =>
  isLocalProvider(id) || (needsKey ? keyFrom !== null : baseUrlFrom !== null);

/** Puts providers found on this machine first and keeps the order otherwise. */
export function inOrder(providers: ProviderView[], models: ModelsView | null): ProviderView[] {
  const isFound = ({ id }: ProviderView) =>
    isLocalProvider(id) && models?.models.some(({ provider }) => provider === id) === true;
  return [...providers.filter(isFound), ...providers.filter((provider) => !isFound(provider))];
}
