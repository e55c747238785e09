import type { IncomingHttpHeaders } from "node:http";

/**
 * Returns a provider's models in the format of the API that the path belongs to, or undefined for other
 * paths.
 */
export function listing(path: string, headers: IncomingHttpHeaders, models: string[]): unknown {
  if (path === "/v1/models") return headers["anthropic-version"] ? anthropicList(models) : openaiList(models);
  if (path === "/v1beta/models") return { models: models.map(geminiModel) };
  if (path === "/v4/ai/config") return { models: models.map(gatewayModel) };
  return undefined;
}

/** OpenAI's list of models, which is also the format of Ollama, LM Studio and the gateway's public list. */
const openaiList = (models: string[]) => ({
  object: "list",
  data: models.map((id) => ({ id, object: "model", created: 0, owned_by: "script", ...contextOf(id) })),
});

function contextOf(id: string): { context_length?: number } {
  const thousands = /-(\d+)k$/.exec(id)?.[1];
  return thousands ? { context_length: Number(thousands) * 1_000 } : {};
}

const anthropicList = (models: string[]) => ({
  data: models.map((id) => ({ type: "model", id, display_name: id, created_at: "2026-01-01T00:00:00Z" })),
  has_more: false,
  first_id: models[0] ?? null,
  last_id: models.at(-1) ?? null,
});

const geminiModel = (name: string) => ({
  name: `models/${name}`,
  version: "001",
  displayName: name,
  inputTokenLimit: 1_048_576,
  outputTokenLimit: 65_536,
  supportedGenerationMethods: ["generateContent", "countTokens"],
  thinking: true,
});

const gatewayModel = (id: string) => ({
  id,
  name: id,
  modelType: "language",
  specification: { specificationVersion: "v4", provider: "script", modelId: id },
});
