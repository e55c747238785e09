import { z } from "zod";
import { apiKey, webAddress } from "./connection";
import { PROVIDER_FACTS } from "./providers";
import { searchChange, searchProviderId, searchView } from "./search";
import { timeZone } from "./text/time-zone";

/** What the settings, models and usage routes take and give. */

export const PROVIDERS = Object.keys(PROVIDER_FACTS) as (keyof typeof PROVIDER_FACTS)[];
export const providerId = z.enum(PROVIDERS);
export type ProviderId = z.infer<typeof providerId>;

/** Who writes titles: the model where a second call is cheap (`auto`), always, or the first words of the conversation. */
export const TITLES = ["auto", "model", "words"] as const;

const baseUrl = webAddress("http://localhost:11434/v1");

/** What is not named stays; null takes away. */
const providerChange = z.strictObject({
  apiKey: apiKey.nullable().optional(),
  baseUrl: baseUrl.nullable().optional(),
});

export const limits = z.strictObject({
  steps: z.int().min(1).max(10_000),
  minutes: z.number().positive().max(30_000),
  tokens: z.int().min(1).max(1_000_000_000),
  /** Seconds that a model may say nothing for, while it is asked; null takes what suits the model. */
  silence: z.number().positive().max(280).nullable(),
  /** US dollars a run; null is no limit. */
  cost: z.number().positive().max(1_000_000).nullable(),
});

/** Of runs that nobody sits before; null is half of what the others may, and of their cost. */
export const unattendedLimits = z.strictObject({
  steps: limits.shape.steps.nullable(),
  minutes: limits.shape.minutes.nullable(),
  tokens: limits.shape.tokens.nullable(),
  cost: limits.shape.cost,
});

/** Models that answer in place of another that failed, in this order. */
export const successors = z
  .array(z.string().trim().min(1).max(200))
  .max(5, "Give at most 5 models")
  .refine((ids) => new Set(ids).size === ids.length, "Name each model once");

export const settingsChange = z.strictObject({
  /** The model of new conversations; null leaves it to the environment. */
  model: z.string().trim().min(1).max(200).nullable().optional(),
  successors: successors.optional(),
  /** Makes pictures; null takes the tools for it away. */
  imageModel: z.string().trim().min(1).max(200).nullable().optional(),
  /** Turns texts into vectors, by which memory is searched; null leaves it to the model on this machine. */
  embeddingModel: z.string().trim().min(1).max(200).nullable().optional(),
  titles: z.enum(TITLES).optional(),
  limits: limits.partial().optional(),
  unattendedLimits: unattendedLimits.partial().optional(),
  providers: z.partialRecord(providerId, providerChange).optional(),
  /** Asked by web_search; null takes the first that is set up. */
  searchProvider: searchProviderId.nullable().optional(),
  search: searchChange.optional(),
  general: z
    .strictObject({
      /** In which the person lives; null leaves it to the server. */
      timeZone: timeZone.nullable().optional(),
    })
    .optional(),
  schedule: z
    .strictObject({
      /** Whether cron jobs may come closer than every five minutes. */
      allowFrequent: z.boolean().optional(),
    })
    .optional(),
  code: z
    .strictObject({
      /** Whether the agent is told what has failed most in the code that it runs. */
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
  /** Whether its address can be set; `defaultUrl` is used otherwise. */
  takesUrl: z.boolean(),
  defaultUrl: z.string().nullable(),
  /** Where the key comes from; the key itself never leaves the server. */
  keyFrom: from,
  /** Of the environment: the variable that holds the key, and the one that holds the address. */
  keyVariable: z.string().nullable(),
  urlVariable: z.string().nullable(),
  baseUrl: z.string().nullable(),
  baseUrlFrom: from,
  /** Why it cannot be used although it is set up, in words. */
  problem: z.string().nullable(),
});
export type ProviderView = z.infer<typeof providerView>;

export const settingsView = z.object({
  settings: z.object({
    model: z.string().nullable(),
    successors: z.array(z.string()),
    imageModel: z.string().nullable(),
    embeddingModel: z.string().nullable(),
    titles: z.enum(TITLES),
    limits,
    unattendedLimits,
    providers: z.array(providerView),
    general: z.object({
      timeZone: z.string().nullable(),
      /** The one that holds: that of the settings, or else the server's. */
      timeZoneUsed: z.string(),
    }),
    schedule: z.object({ allowFrequent: z.boolean() }),
    code: z.object({ hint: z.boolean() }),
    ...searchView.shape,
  }),
});
export type SettingsView = z.infer<typeof settingsView>["settings"];

export const modelInfo = z.object({
  /** `provider/model`, as a conversation stores it. */
  id: z.string(),
  name: z.string(),
  provider: z.union([providerId, z.literal("demo")]),
  providerTitle: z.string(),
  contextWindow: z.number().nullable(),
  /** What it can do; null where that is not known. */
  can: z.object({
    tools: z.boolean().nullable(),
    images: z.boolean().nullable(),
    reasoning: z.boolean().nullable(),
  }),
  /** US dollars a million tokens. */
  price: z.object({ input: z.number(), output: z.number() }).nullable(),
  /** Runs on this machine or this network. */
  isLocal: z.boolean(),
});
export type ModelInfo = z.infer<typeof modelInfo>;

/** A model that makes pictures, or vectors. */
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
  /** Those that make pictures. */
  images: z.array(plainModelInfo),
  /** Those that turn texts into vectors. */
  embeddings: z.array(plainModelInfo),
  /** What answers when a conversation has chosen nothing. */
  default: z.string(),
  /** Providers that are set up but could not be asked. */
  problems: z.array(z.object({ provider: providerId, message: z.string() })),
});
export type ModelsView = z.infer<typeof modelsView>;

/** Tries what is given, and what is stored for the rest. */
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

/** `GET /api/usage?days=30`: one row a day (in the time zone of the settings) model and job, newest first. */
export const usageView = z.object({
  usage: z.array(
    z.object({
      day: z.string(),
      model: z.string(),
      /** Of runs that nobody sat before, and the name of the job that began them; null of one that was deleted. */
      unattended: z.boolean(),
      job: z.string().nullable(),
      calls: z.number(),
      inputTokens: z.number(),
      cachedTokens: z.number(),
      outputTokens: z.number(),
      /** US dollars, of the calls whose price is known; null where none is. */
      cost: z.number().nullable(),
      /** Of the calls: those without a known price. */
      unpricedCalls: z.number(),
    }),
  ),
});
export type UsageView = z.infer<typeof usageView>;
