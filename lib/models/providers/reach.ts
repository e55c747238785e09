import type { Env } from "@/lib/ground/base/env";
import { seal, unseal } from "@/lib/ground/base/seal";
import { AppError } from "@/lib/shared/errors";
import type { ProviderView } from "@/lib/shared/settings";
import type { Settings } from "@/lib/store/agents/settings";
import type { KeyVariable, ModelProvider, ProviderAccess, UrlVariable } from "./provider";

export type ModelSettings = Pick<Settings, "general" | "providers">;

export type ModelEnvironment = Partial<Pick<Env, "EASEL_MODEL" | KeyVariable | UrlVariable>>;

export type ProviderReach = ProviderAccess & Pick<ProviderView, "keyFrom" | "baseUrlFrom" | "problem">;

const UNREADABLE = "The stored key cannot be read with this EASEL_SECRET. Enter it again.";

const sealName = (provider: string) => `provider:${provider} apiKey`;

export const sealKey = (provider: string, apiKey: string) => seal(sealName(provider), apiKey);

export function reach(
  provider: ModelProvider,
  { providers }: Pick<ModelSettings, "providers">,
  environment: ModelEnvironment,
): ProviderReach {
  const { id, keyVariable, urlVariable, defaultUrl } = provider;
  const saved = Object.hasOwn(providers, id) ? providers[id] : undefined;
  const environmentUrl = urlVariable && environment[urlVariable];
  // If the provider has no default address, the key in the environment belongs to the address in the
  // environment. Do not send it to an address that the user saved.
  const environmentKey =
    keyVariable && (defaultUrl || !saved?.baseUrl) ? environment[keyVariable] : undefined;
  const savedKey = saved?.apiKey ? unseal(sealName(id), saved.apiKey) : undefined;
  const apiKey = saved?.apiKey ? (savedKey ?? undefined) : environmentKey;
  return {
    apiKey,
    keyFrom: saved?.apiKey ? "settings" : environmentKey ? "environment" : null,
    baseUrl: saved?.baseUrl ?? environmentUrl ?? defaultUrl,
    baseUrlFrom: saved?.baseUrl ? "settings" : environmentUrl ? "environment" : null,
    problem: savedKey === null ? UNREADABLE : null,
  };
}

/** Returns whether the provider is configured: by a key if it needs one, else by an address. */
export const isProviderSetUp = (provider: ModelProvider, { keyFrom, baseUrlFrom }: ProviderReach): boolean =>
  provider.needsKey ? keyFrom !== null : baseUrlFrom !== null;

export function missingProvider(
  provider: ModelProvider,
  { apiKey, baseUrl, problem }: ProviderReach,
): AppError | undefined {
  const { title, needsKey, keyVariable, urlVariable } = provider;
  if (problem) return new AppError("invalid", `${title}: ${problem}`);
  if (needsKey && !apiKey) {
    return new AppError("invalid", `${title} needs a key. Enter one in Settings → Models${or(keyVariable)}.`);
  }
  if (provider.named && !baseUrl) {
    return new AppError(
      "invalid",
      `${title} needs an address, such as http://localhost:8000/v1. Enter one in Settings → Models${or(urlVariable)}.`,
    );
  }
}

const or = (variable: string | undefined) => (variable ? `, or set ${variable} and restart Easel` : "");
