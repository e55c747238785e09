import type { LanguageModelV4 } from "@ai-sdk/provider";
import { env } from "@/lib/ground/base/env";
import { singleton } from "@/lib/ground/base/process";
import { AppError } from "@/lib/shared/errors";
import { type ModelInfo, PROVIDERS } from "@/lib/shared/settings";
import { fingerprint, firstModel } from "./discovery";
import { describeModel } from "./info";
import type { ModelProvider, ProviderAccess } from "./provider";
import { providers } from "./providers";
import {
  isProviderSetUp,
  type ModelEnvironment,
  type ModelSettings,
  missingProvider,
  type ProviderReach,
  reach,
} from "./reach";
import { listedWindow } from "./window";

export type ResolvedModel = ModelInfo & {
  model: LanguageModelV4;
  /** The server's address. Undefined for the demo. */
  baseUrl?: string;
  /** Asks the server for the context window. Undefined if the window is known without a request. */
  findWindow?: () => Promise<number | null>;
};

const MAX_CACHED = 100;
const EXAMPLES = "openai/gpt-5.2, openai-compatible/NAME or demo";

/** Returns the model for a choice (`provider/model`), or the default of the settings and the environment. */
export async function resolveModel(
  choice: string | null | undefined,
  settings: ModelSettings,
  environment: ModelEnvironment = env(),
): Promise<ResolvedModel> {
  const { provider, name } = parseChoice(choice?.trim() || (await defaultModel(settings, environment)));
  const found = reach(provider, settings, environment);
  const lack = missingProvider(provider, found);
  if (lack) throw lack;
  return makeModel(provider, name, { apiKey: found.apiKey, baseUrl: found.baseUrl });
}

export function makeModel(
  provider: ModelProvider,
  name: string,
  access: ProviderAccess,
): Promise<ResolvedModel> {
  const cache = singleton("models.made", () => new Map<string, Promise<ResolvedModel>>());
  const key = fingerprint(provider.id, name, access.apiKey, access.baseUrl);
  const before = cache.get(key);
  if (before) return before;

  const { baseUrl } = access;
  const made = provider.model(name, access).then((model) => ({
    ...describeModel(provider, { name }, baseUrl),
    model,
    baseUrl,
    ...(provider.named && { findWindow: () => listedWindow(provider, name, access) }),
  }));
  cache.set(key, made);
  made.catch(() => cache.delete(key));
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  return made;
}

/**
 * Returns the choice that is used if the user has not chosen a model. Sends a request only to a server whose
 * models were not listed before.
 */
export async function defaultModel(
  settings: ModelSettings,
  environment: ModelEnvironment = env(),
): Promise<string> {
  const chosen = settings.general.model?.trim() || environment.EASEL_MODEL?.trim();
  if (chosen) return chosen;
  const provider = defaultProvider(settings, environment);
  if (!provider) return "demo";
  const found = reach(provider, settings, environment);
  return `${provider.id}/${provider.firstChoice ?? (await firstModel(provider, found))}`;
}

export function defaultProvider(
  settings: ModelSettings,
  environment: ModelEnvironment,
): ModelProvider | undefined {
  const id = PROVIDERS.find((id) =>
    isProviderSetUp(providers[id], reach(providers[id], settings, environment)),
  );
  const { openai } = providers;
  if (id === "openai" && isCompatibleServer(reach(openai, settings, environment), settings, environment)) {
    return providers["openai-compatible"];
  }
  return id && providers[id];
}

/**
 * Returns whether requests for the OpenAI provider actually go to the OpenAI-compatible server. Both
 * providers read OPENAI_BASE_URL. A user who sets it means a compatible server, and OPENAI_API_KEY is that
 * server's key.
 */
export function isCompatibleServer(
  openai: ProviderReach,
  settings: ModelSettings,
  environment: ModelEnvironment,
): boolean {
  const other = reach(providers["openai-compatible"], settings, environment);
  return openai.keyFrom === "environment" && openai.baseUrl === other.baseUrl;
}

/** Parses `provider/model`. Throws an AppError that explains what is wrong. */
export function parseChoice(choice: string): { provider: ModelProvider; name: string } {
  const slash = choice.indexOf("/");
  const id = slash < 0 ? choice : choice.slice(0, slash);
  const name = slash < 0 ? "" : choice.slice(slash + 1).trim();
  const provider = Object.entries(providers).find(([key]) => key === id)?.[1];
  if (!provider) {
    throw new AppError(
      "invalid",
      `There is no model "${choice.slice(0, 100)}". Choose another one, such as ${EXAMPLES}, in Settings → Models or with EASEL_MODEL.`,
    );
  }
  if (provider.named !== name.length > 0) {
    const what = provider.named
      ? `${provider.title} needs a model name.`
      : `${id} has no models to choose from.`;
    throw new AppError("invalid", `${what} A model is named like ${EXAMPLES}.`);
  }
  return { provider, name };
}
