import type { Env } from "../../lib/ground/base/env.ts";

export function address({ HOST, EASEL_ORIGIN }: Env, port: number): string {
  if (EASEL_ORIGIN) return EASEL_ORIGIN;
  const local = ["127.0.0.1", "::1", "0.0.0.0", "::"].includes(HOST);
  return `http://${local ? "localhost" : HOST.includes(":") ? `[${HOST}]` : HOST}:${port}`;
}

const KEYS = [
  ["OPENAI_API_KEY", "OpenAI"],
  ["ANTHROPIC_API_KEY", "Anthropic"],
  ["GOOGLE_GENERATIVE_AI_API_KEY", "Google"],
  ["AI_GATEWAY_API_KEY", "the AI Gateway"],
] as const;

/**
 * Returns a description of the default model, which answers if neither the conversation nor the settings name a model.
 */
export function modelName(env: Env): string {
  const { EASEL_MODEL, OPENAI_BASE_URL } = env;
  if (EASEL_MODEL) return EASEL_MODEL === "demo" ? "demo model" : EASEL_MODEL;
  const [key, title] = KEYS.find(([name]) => env[name]) ?? [];
  if (OPENAI_BASE_URL && (!key || key === "OPENAI_API_KEY")) {
    return `a model of ${new URL(OPENAI_BASE_URL).host}`;
  }
  return title ? `a model of ${title}` : "demo model";
}
