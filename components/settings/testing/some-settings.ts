import type { SettingsView } from "@/lib/shared/settings";

export const someSettings = (rest: Partial<SettingsView> = {}): SettingsView => ({
  ...{
    model: null,
    successors: [],
    imageModel: null,
    embeddingModel: null,
    transcriptionModel: null,
    speechModel: null,
    voice: null,
    proofs: "auto",
    proofBudget: 0,
    titles: "model",
  },
  limits: { steps: 40, minutes: 30, tokens: 1_000_000, silence: null, cost: 5 },
  unattendedLimits: { steps: null, minutes: null, tokens: null, cost: null },
  general: { timeZone: null, timeZoneUsed: "UTC" },
  ...{ schedule: { allowFrequent: false }, code: { hint: true }, providers: [] },
  ...{ search: [], searchProvider: null, searchUsed: null, egressAllow: [] },
  ...rest,
});
