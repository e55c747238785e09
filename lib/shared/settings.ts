import { z } from "zod";
import { apiKey, webAddress } from "./connection";
import { MAX_PROOF_BUDGET, PROOF_POLICIES } from "./proofs/contract";
import { PROVIDER_FACTS } from "./providers";
import { searchChange, searchProviderId, searchView } from "./search";
import { timeZone } from "./text/time-zone";

/* Requests and responses of the routes for settings, models and usage. */

export const PROVIDERS = Object.keys(PROVIDER_FACTS) as (keyof typeof PROVIDER_FACTS)[];
export const providerId = z.enum(PROVIDERS);
export type ProviderId = z.infer<typeof providerId>;

/**
 * Source of the titles of conversations. `model`: the model writes them after the first answer. `auto`: the
 * same, unless the model is local. `words`: a title has the first words of the conversation.
 */
export const TITLES = ["model", "auto", "words"] as const;

const baseUrl = webAddress("http://localhost:11434/v1");

/** Missing fields stay unchanged; null removes a value. */
const providerChange = z.strictObject({
  apiKey: apiKey.nullable().optional(),
  baseUrl: baseUrl.nullable().optional(),
});

export const limits = z.strictObject({
  steps: z.int().min(1).max(10_000),
  minutes: z.number().positive().max(30_000),
  tokens: z.int().min(1).max(1_000_000_000),
  /** Maximum seconds without output from the model; null for a default that suits the model. */
  silence: z.number().positive().max(280).nullable(),
  /** Maximum cost of a run in US dollars; null for no limit. */
  cost: z.number().positive().max(1_000_000).nullable(),
});

/** Limits of unattended runs. Null means half of the limit for other runs, including the cost. */
export const unattendedLimits = z.strictObject({
  steps: limits.shape.steps.nullable(),
  minutes: limits.shape.minutes.nullable(),
  tokens: limits.shape.tokens.nullable(),
  cost: limits.shape.cost,
});

export const fallbackModelIds = z
  .array(z.string().trim().min(1).max(200))
  .max(5, "Give at most 5 models")
  .refine((ids) => new Set(ids).size === ids.length, "Name each model once");

export const settingsChange = z.strictObject({
  /** Model of new conversations; null to use the environment's. */
  model: z.string().trim().min(1).max(200).nullable().optional(),
  successors: fallbackModelIds.optional(),
  /** Model for images; null disables the image tools. */
  imageModel: z.string().trim().min(1).max(200).nullable().optional(),
  /** Embedding model for memory search; null to use the local model. */
  embeddingModel: z.string().trim().min(1).max(200).nullable().optional(),
  /** Model that reads speech; null to use that of the first provider that has one. */
  transcriptionModel: z.string().trim().min(1).max(200).nullable().optional(),
  /** Model that speaks; null to use that of the first provider that has one. */
  speechModel: z.string().trim().min(1).max(200).nullable().optional(),
  /** Name of the voice; null for the provider's default. */
  voice: z.string().trim().min(1).max(100).nullable().optional(),
  titles: z.enum(TITLES).optional(),
  /** Which changes by the agent go live without a question. */
  proofs: z.enum(PROOF_POLICIES).optional(),
  /** Tokens a day for trials of changes on turns. With 0, only what the user starts is tried. */
  proofBudget: z.int().min(0).max(MAX_PROOF_BUDGET).optional(),
  limits: limits.partial().optional(),
  unattendedLimits: unattendedLimits.partial().optional(),
  providers: z.partialRecord(providerId, providerChange).optional(),
  /** Provider of web_search; null to use the first that is set up. */
  searchProvider: searchProviderId.nullable().optional(),
  search: searchChange.optional(),
  general: z
    .strictObject({
      /** The user's time zone; null to use the server's. */
      timeZone: timeZone.nullable().optional(),
    })
    .optional(),
  schedule: z
    .strictObject({
      /** Allows cron jobs with intervals below five minutes. */
      allowFrequent: z.boolean().optional(),
    })
    .optional(),
  code: z
    .strictObject({
      hint: z.boolean().optional(),
    })
    .optional(),
});
export type SettingsChange = z.infer<typeof settingsChange>;

const from = z.enum(["settings", "environment"]).nullable();

export const providerView = z.object({
  id: providerId,
  title: z.string(),
  needsKey: z.boolean(),
  /** True if the user can change the URL. `defaultUrl` applies if the user has not. */
  takesUrl: z.boolean(),
  defaultUrl: z.string().nullable(),
  /** Source of the key. The key itself never leaves the server. */
  keyFrom: from,
  /** Environment variables for the key and the URL. */
  keyVariable: z.string().nullable(),
  urlVariable: z.string().nullable(),
  baseUrl: z.string().nullable(),
  baseUrlFrom: from,
  /** Why the provider cannot be used although it is set up. */
  problem: z.string().nullable(),
});
export type ProviderView = z.infer<typeof providerView>;

export const settingsView = z.object({
  settings: z.object({
    model: z.string().nullable(),
    successors: z.array(z.string()),
    imageModel: z.string().nullable(),
    embeddingModel: z.string().nullable(),
    transcriptionModel: z.string().nullable(),
    speechModel: z.string().nullable(),
    voice: z.string().nullable(),
    titles: z.enum(TITLES),
    proofs: z.enum(PROOF_POLICIES),
    proofBudget: z.number(),
    limits,
    unattendedLimits,
    providers: z.array(providerView),
    general: z.object({
      timeZone: z.string().nullable(),
      timeZoneUsed: z.string(),
    }),
    schedule: z.object({ allowFrequent: z.boolean() }),
    code: z.object({ hint: z.boolean() }),
    ...searchView.shape,
  }),
});
export type SettingsView = z.infer<typeof settingsView>["settings"];

export const modelInfo = z.object({
  /** `provider/model`, as stored in conversations. */
  id: z.string(),
  name: z.string(),
  provider: z.union([providerId, z.literal("demo")]),
  providerTitle: z.string(),
  contextWindow: z.number().nullable(),
  /** Capabilities; null if unknown. */
  can: z.object({
    tools: z.boolean().nullable(),
    images: z.boolean().nullable(),
    reasoning: z.boolean().nullable(),
  }),
  /** Price in US dollars per million tokens. */
  price: z.object({ input: z.number(), output: z.number() }).nullable(),
  /** True if the model runs on this machine or the local network. */
  isLocal: z.boolean(),
});
export type ModelInfo = z.infer<typeof modelInfo>;

export const plainModelInfo = modelInfo.pick({
  id: true,
  name: true,
  provider: true,
  providerTitle: true,
  isLocal: true,
});
export type PlainModelInfo = z.infer<typeof plainModelInfo>;

export const modelsView = z.object({
  models: z.array(modelInfo),
  images: z.array(plainModelInfo),
  embeddings: z.array(plainModelInfo),
  transcription: z.array(plainModelInfo),
  speech: z.array(plainModelInfo),
  default: z.string(),
  /** Providers that are set up but did not answer. */
  problems: z.array(z.object({ provider: providerId, message: z.string() })),
});
export type ModelsView = z.infer<typeof modelsView>;

/** Tests the given values. Missing ones are taken from the settings. */
export const modelTest = z.strictObject({
  provider: providerId,
  apiKey: apiKey.optional(),
  baseUrl: baseUrl.optional(),
  model: z.string().trim().min(1).max(200).optional(),
});

export const modelTestResult = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), model: z.string(), milliseconds: z.number() }),
  z.object({ ok: z.literal(false), code: z.string(), message: z.string() }),
]);
export type ModelTestResult = z.infer<typeof modelTestResult>;

/**
 * Response of `GET /api/usage?days=30`: a row per day (in the time zone of the settings), model and job,
 * newest first.
 */
export const usageView = z.object({
  usage: z.array(
    z.object({
      day: z.string(),
      model: z.string(),
      /** Usage of unattended runs, and the name of the job that started them; null if the job was deleted. */
      unattended: z.boolean(),
      job: z.string().nullable(),
      calls: z.number(),
      inputTokens: z.number(),
      cachedTokens: z.number(),
      outputTokens: z.number(),
      /** US dollars of the calls with a known price; null if there are none. */
      cost: z.number().nullable(),
      unpricedCalls: z.number(),
    }),
  ),
});
export type UsageView = z.infer<typeof usageView>;
