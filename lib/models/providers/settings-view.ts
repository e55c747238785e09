import { env } from "@/lib/ground/base/env";
import type { SearchView } from "@/lib/shared/search";
import { PROVIDERS, type ProviderView, type SettingsChange, type SettingsView } from "@/lib/shared/settings";
import type { SettingKey } from "@/lib/store/agents/change-settings";
import { type Settings, timeZoneOf } from "@/lib/store/agents/settings";
import { parseEmbeddingChoice } from "./embedding-model";
import { parseImageChoice } from "./image-model";
import { parseChoice } from "./index";
import { providers } from "./providers";
import { type ModelEnvironment, reach, sealKey } from "./reach";
import { parseVoiceChoice } from "./voice-models";

type View = { settings: Omit<SettingsView, keyof SearchView> };

/** Returns the settings for the browser. They contain the source of each key, but never a key. */
export function viewSettings(
  settings: Settings,
  limits: Pick<SettingsView, "limits" | "unattendedLimits">,
  environment: ModelEnvironment = env(),
): View {
  const { model = null, imageModel = null, titles } = settings.general;
  return {
    settings: {
      model,
      successors: settings.general.successors ?? [],
      imageModel,
      embeddingModel: settings.general.embeddingModel ?? null,
      transcriptionModel: settings.general.transcriptionModel ?? null,
      speechModel: settings.general.speechModel ?? null,
      voice: settings.general.voice ?? null,
      titles,
      proofs: settings.proofs.policy,
      proofBudget: settings.proofs.budget,
      ...limits,
      general: { timeZone: settings.general.timeZone ?? null, timeZoneUsed: timeZoneOf(settings) },
      schedule: { allowFrequent: settings.general.allowFrequent ?? false },
      code: { hint: settings.general.codeHint ?? true },
      providers: PROVIDERS.map((id): ProviderView => {
        const provider = providers[id];
        const { keyFrom, baseUrl, baseUrlFrom, problem } = reach(provider, settings, environment);
        return {
          id,
          title: provider.title,
          needsKey: provider.needsKey,
          takesUrl: true,
          defaultUrl: provider.defaultUrl ?? null,
          keyFrom,
          keyVariable: provider.keyVariable ?? null,
          urlVariable: provider.urlVariable ?? null,
          baseUrl: baseUrlFrom && baseUrl ? bare(baseUrl) : null,
          baseUrlFrom,
          problem,
        };
      }),
    },
  };
}

/** Returns a change in the form in which it is stored. Each key is encrypted under its provider's name. */
export function storedChange(change: SettingsChange) {
  const {
    model,
    imageModel,
    embeddingModel,
    transcriptionModel,
    speechModel,
    voice,
    successors,
    titles,
    searchProvider,
    limits,
    unattendedLimits,
    providers: changes = {},
  } = change;
  if (model) parseChoice(model);
  for (const choice of successors ?? []) parseChoice(choice);
  if (imageModel) parseImageChoice(imageModel);
  if (embeddingModel) parseEmbeddingChoice(embeddingModel);
  if (transcriptionModel) parseVoiceChoice("transcription", transcriptionModel);
  if (speechModel) parseVoiceChoice("speech", speechModel);
  const stored: Partial<Record<SettingKey, object>> = {};
  const general = {
    ...{ model, successors, imageModel, embeddingModel, titles, searchProvider },
    ...{ transcriptionModel, speechModel, voice },
    ...{ ...change.general, ...change.schedule, codeHint: change.code?.hint },
  };
  if (Object.values(general).some((value) => value !== undefined)) stored.general = general;
  const { proofs: policy, proofBudget: budget } = change;
  if (policy !== undefined || budget !== undefined)
    stored.proofs = { ...(policy && { policy }), ...(budget !== undefined && { budget }) };
  if (limits) stored.limits = limits;
  if (unattendedLimits) stored.unattendedLimits = unattendedLimits;
  for (const id of PROVIDERS) {
    const change = changes[id];
    if (!change) continue;
    const { apiKey, baseUrl } = change;
    stored[`provider:${id}`] = { apiKey: apiKey ? sealKey(id, apiKey) : apiKey, baseUrl };
  }
  return stored;
}

/** Removes user and password, which an address in the environment may contain. */
function bare(address: string): string {
  if (!URL.canParse(address)) return "";
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/$/, "");
}
