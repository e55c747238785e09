import { isLocalProvider } from "@/lib/shared/providers";
import type { ModelsView, ProviderView } from "@/lib/shared/settings";

export type ProviderState = {
  kind: "ready" | "off" | "problem" | "looking";
  words: string;
  /** What is wrong and what helps, where something is. */
  problem?: string;
};

/** How a provider stands, as a person would say it. `models` is null until they are known. */
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
  const words = from === "environment" ? "From the environment" : "Connected";
  return { kind: "ready", words: words + counted };
}

/** Whether what it needs is there; it may still not work. */
export const isSetUp = ({ needsKey, keyFrom, baseUrlFrom, id }: ProviderView): boolean =>
  isLocalProvider(id) || (needsKey ? keyFrom !== null : baseUrlFrom !== null);

/** What was found on this machine comes first; all else keeps its place. */
export function inOrder(providers: ProviderView[], models: ModelsView | null): ProviderView[] {
  const isFound = ({ id }: ProviderView) =>
    isLocalProvider(id) && models?.models.some(({ provider }) => provider === id) === true;
  return [...providers.filter(isFound), ...providers.filter((provider) => !isFound(provider))];
}
