import type { SpeechModelV4, TranscriptionModelV4 } from "@ai-sdk/provider";
import { env } from "@/lib/ground/base/env";
import { AppError } from "@/lib/shared/errors";
import { PROVIDERS } from "@/lib/shared/settings";
import { isCompatibleServer, parseChoice } from "./index";
import type { ModelProvider, ProviderAccess } from "./provider";
import { providers } from "./providers";
import { isProviderSetUp, type ModelEnvironment, type ModelSettings, missingProvider, reach } from "./reach";

type Models = { transcription: TranscriptionModelV4; speech: SpeechModelV4 };
export type VoiceKind = keyof Models;
export type ResolvedVoiceModel<K extends VoiceKind> = { model: Models[K]; id: string; baseUrl?: string };

/** Returns the chosen model, else the first model of a provider that is set up; null without such a provider. */
export function voiceModelOf(
  kind: VoiceKind,
  settings: ModelSettings,
  environment: ModelEnvironment = env(),
): string | null {
  const { transcriptionModel, speechModel } = settings.general;
  const chosen = kind === "transcription" ? transcriptionModel : speechModel;
  if (chosen) return chosen;
  for (const id of PROVIDERS) {
    const name = providers[id].voices?.[kind][0];
    const found = reach(providers[id], settings, environment);
    if (id === "openai" && isCompatibleServer(found, settings, environment)) continue;
    if (name && isProviderSetUp(providers[id], found) && !found.problem) return `${id}/${name}`;
  }
  return null;
}

/** Throws an AppError if no model is set up. */
export async function resolveVoiceModel<K extends VoiceKind>(
  kind: K,
  settings: ModelSettings,
  environment: ModelEnvironment = env(),
): Promise<ResolvedVoiceModel<K>> {
  const id = voiceModelOf(kind, settings, environment);
  if (id === null) throw new AppError("invalid", NONE[kind]);
  const { provider, name, make } = parseVoiceChoice(kind, id);
  const found = reach(provider, settings, environment);
  const lack = missingProvider(provider, found);
  if (lack) throw lack;
  const { apiKey, baseUrl } = found;
  return { model: await make(name, { apiKey, baseUrl }), id, baseUrl };
}

const NONE: Record<VoiceKind, string> = {
  transcription: "No model reads speech. Connect OpenAI or Google, or choose one in Settings → Models.",
  speech: "No model speaks. Connect OpenAI or Google, or choose one in Settings → Models.",
};

type Make<K extends VoiceKind> = (name: string, access: ProviderAccess) => Promise<Models[K]>;

/** Parses `provider/model`. Throws an AppError if the provider has no such models. */
export function parseVoiceChoice<K extends VoiceKind>(
  kind: K,
  choice: string,
): { provider: ModelProvider; name: string; make: Make<K> } {
  const { provider, name } = parseChoice(choice);
  const make: { [Kind in VoiceKind]?: Make<Kind> }[K] = provider[kind];
  if (make) return { provider, name, make };
  const does = kind === "speech" ? "does not speak" : "reads no speech";
  throw new AppError(
    "invalid",
    `${provider.title} ${does} here. Choose a model such as openai/${providers.openai.voices?.[kind][0]}.`,
  );
}
