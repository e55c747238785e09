import type { EmbeddingModelV4 } from "@ai-sdk/provider";
import { env } from "@/lib/ground/base/env";
import { AppError } from "@/lib/shared/errors";
import { parseChoice } from "./index";
import type { ModelProvider, ProviderAccess } from "./provider";
import { type ModelEnvironment, type ModelSettings, missingProvider, reach } from "./reach";

export type ResolvedEmbeddingModel = { model: EmbeddingModelV4; id: string; baseUrl?: string };

/** Returns the embedding model of the settings, or null for the bundled one. */
export async function resolveEmbeddingModel(
  settings: ModelSettings,
  environment: ModelEnvironment = env(),
): Promise<ResolvedEmbeddingModel | null> {
  const { embeddingModel: id } = settings.general;
  if (!id) return null;
  const { provider, name, embedding } = parseEmbeddingChoice(id);
  const found = reach(provider, settings, environment);
  const lack = missingProvider(provider, found);
  if (lack) throw lack;
  const { apiKey, baseUrl } = found;
  return { model: await embedding(name, { apiKey, baseUrl }), id, baseUrl };
}

type EmbeddingChoice = {
  provider: ModelProvider;
  name: string;
  embedding: (name: string, access: ProviderAccess) => Promise<EmbeddingModelV4>;
};

/** Parses `provider/model`. Throws an AppError if the provider has no embeddings. */
export function parseEmbeddingChoice(choice: string): EmbeddingChoice {
  const { provider, name } = parseChoice(choice);
  const { embedding, title } = provider;
  if (!embedding) {
    throw new AppError(
      "invalid",
      `${title} has no embeddings here. Choose a model such as openai/text-embedding-3-small or ollama/nomic-embed-text.`,
    );
  }
  return { provider, name, embedding };
}
