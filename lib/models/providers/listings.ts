import { z } from "zod";
import type { Listed } from "./info";

export type Listing = {
  path: string;
  headers(apiKey?: string): Record<string, string>;
  /** Returns the chat models, best first, or undefined if the response is not a list of models. */
  read(body: unknown): Listed[] | undefined;
  readImages?(body: unknown): Listed[];
  readEmbeddings?(body: unknown): Listed[];
};

const bearer = (apiKey?: string): Record<string, string> =>
  apiKey ? { authorization: `Bearer ${apiKey}` } : {};

const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);
const tokens = maybe(z.number().int().positive());
const dollars = maybe(z.coerce.number().nonnegative());

const NO_CHAT =
  /embed|rerank|moderation|guard|whisper|transcri|tts|audio|speech|realtime|-live|dall-e|image|imagen|banana|video|sora|veo|lyria|robotics|computer-use|deep-research|aqa|^(babbage|davinci)|instruct$/i;
/**
 * Like `NO_CHAT`, for local servers, where it would exclude too much: nearly every local chat model is named
 * "instruct".
 */
const NO_CHAT_HERE = /embed|rerank|moderation|whisper|transcri|tts|dall-e|stable-diffusion/i;
/** Names of image models, because few servers declare what a model is for. */
const IMAGES =
  /dall-e|gpt-image|chatgpt-image|stable-?diffusion|sdxl|sd-?3|\bflux|recraft|ideogram|seedream|imagen|grok-imagine|qwen-image|z-image|hidream/i;
const EMBEDDINGS = /embed|\bbge|\bgte|\be5-|minilm|arctic-l/i;
const DATED = /-(\d{4}-\d\d-\d\d|\d{8}|\d{4}|\d{3})$/;

/** OpenAI's list, with the additions of compatible servers. */
const likeOpenai = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1),
      created: maybe(z.number()),
      name: maybe(z.string()),
      context_length: tokens,
      context_window: tokens,
      max_model_len: tokens,
      supported_parameters: maybe(z.array(z.string())),
      architecture: maybe(z.object({ input_modalities: z.array(z.string()) })),
      pricing: maybe(z.object({ prompt: dollars, completion: dollars })),
    }),
  ),
});

const imagesOf = (body: unknown) =>
  likeOpenai.safeParse(body).data?.data.filter(({ id }) => IMAGES.test(id)) ?? [];

const embeddingsOf = (body: unknown): Listed[] =>
  (likeOpenai.safeParse(body).data?.data ?? []).filter(({ id }) => EMBEDDINGS.test(id)).map(named);

const named = ({ id, name }: { id: string; name?: string | null }): Listed => ({
  name: id,
  title: name ?? undefined,
});

export const openaiListing: Listing = {
  path: "/models",
  headers: bearer,
  read(body) {
    const models = likeOpenai.safeParse(body).data?.data.filter(({ id }) => !NO_CHAT.test(id));
    return models
      ?.toSorted((a, b) => (b.created ?? 0) - (a.created ?? 0))
      .filter(({ id }) => !models.some((other) => other.id === id.replace(DATED, "") && other.id !== id))
      .map(({ id }) => ({ name: id }));
  },
  readImages: (body) =>
    imagesOf(body)
      .toSorted((a, b) => (b.created ?? 0) - (a.created ?? 0))
      .map(named),
  readEmbeddings: embeddingsOf,
};

export const compatibleListing: Listing = {
  path: "/models",
  headers: bearer,
  read(body) {
    const all = likeOpenai.safeParse(body).data?.data;
    const models = all?.filter(({ id }) => !NO_CHAT_HERE.test(id));
    return (models?.length ? models : all)?.map((model) => ({
      name: model.id,
      title: model.name ?? undefined,
      contextWindow: model.context_length ?? model.context_window ?? model.max_model_len ?? undefined,
      can: {
        ...(model.supported_parameters && {
          tools: model.supported_parameters.includes("tools"),
          reasoning: model.supported_parameters.includes("reasoning"),
        }),
        ...(model.architecture && { images: model.architecture.input_modalities.includes("image") }),
      },
      price: price(model.pricing?.prompt, model.pricing?.completion),
    }));
  },
  readImages: (body) => imagesOf(body).map(named),
  readEmbeddings: embeddingsOf,
};

const anthropicModels = z.object({
  data: z.array(
    z.object({ id: z.string().min(1), display_name: maybe(z.string()), max_input_tokens: tokens }),
  ),
});

export const anthropicListing: Listing = {
  path: "/models?limit=1000",
  headers: (apiKey = "") => ({ "x-api-key": apiKey, "anthropic-version": "2023-06-01" }),
  read: (body) =>
    anthropicModels.safeParse(body).data?.data.map(({ id, display_name, max_input_tokens }) => ({
      name: id,
      title: display_name ?? undefined,
      contextWindow: max_input_tokens ?? undefined,
    })),
};

const googleModels = z.object({
  models: z.array(
    z.object({
      name: z.string().min(1),
      displayName: maybe(z.string()),
      inputTokenLimit: tokens,
      thinking: maybe(z.boolean()),
      supportedGenerationMethods: maybe(z.array(z.string())),
    }),
  ),
});

export const googleListing: Listing = {
  path: "/models?pageSize=1000",
  headers: (apiKey = "") => ({ "x-goog-api-key": apiKey }),
  read: (body) =>
    googleModels
      .safeParse(body)
      .data?.models.filter(({ supportedGenerationMethods: methods }) => methods?.includes("generateContent"))
      .map(({ name, ...model }) => ({ name: name.replace(/^models\//, ""), ...model }))
      .filter(({ name }) => !NO_CHAT.test(name))
      .map(({ name, displayName, inputTokenLimit, thinking }) => ({
        name,
        title: displayName ?? undefined,
        contextWindow: inputTokenLimit ?? undefined,
        can: thinking === true ? { reasoning: true } : undefined,
      }))
      .toSorted((a, b) => generation(b.name) - generation(a.name) || size(a.name) - size(b.name)),
  // Google's other image models use a separate API.
  readImages: (body) =>
    (googleModels.safeParse(body).data?.models ?? [])
      .map(({ name, displayName }) => ({
        name: name.replace(/^models\//, ""),
        title: displayName ?? undefined,
      }))
      .filter(({ name }) => /^gemini-.*(image|banana)/.test(name))
      .toSorted((a, b) => generation(b.name) - generation(a.name)),
};

const gatewayModels = z.object({
  models: z.array(
    z.object({
      id: z.string().min(1),
      name: maybe(z.string()),
      modelType: maybe(z.string()),
      pricing: maybe(z.object({ input: dollars, output: dollars })),
    }),
  ),
});

export const gatewayListing: Listing = {
  path: "/config",
  headers: (apiKey) => ({
    ...bearer(apiKey),
    "ai-gateway-protocol-version": "0.0.1",
    "ai-gateway-auth-method": "api-key",
  }),
  read: (body) =>
    gatewayModels
      .safeParse(body)
      .data?.models.filter(({ id, modelType }) => (modelType ? modelType === "language" : !NO_CHAT.test(id)))
      .map(({ id, name, pricing }) => ({
        name: id,
        title: name ?? undefined,
        price: price(pricing?.input, pricing?.output),
      })),
  readImages: (body) =>
    (gatewayModels.safeParse(body).data?.models ?? [])
      .filter(({ id, modelType }) => (modelType ? modelType === "image" : IMAGES.test(id)))
      .map(named),
};

/** Converts US dollars per token to dollars per million tokens. */
function price(input?: number | null, output?: number | null): Listed["price"] {
  const millions = (each: number) => Number((each * 1_000_000).toPrecision(6));
  return input == null || output == null ? undefined : { input: millions(input), output: millions(output) };
}

/** Returns 3.8 for gemini-3.8-flash. Other families sort last. */
const generation = (name: string) => Number(/^gemini-(\d+(?:\.\d+)?)/.exec(name)?.[1] ?? 0);
const size = (name: string) => (/lite|nano|8b/.test(name) ? 2 : /flash/.test(name) ? 1 : 0);
