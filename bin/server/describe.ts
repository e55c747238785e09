import type { Env } from "../../lib/env.ts";

/** Where a person opens it. */
export function address({ HOST, EASEL_ORIGIN }: Env, port: number): string {
  if (EASEL_ORIGIN) return EASEL_ORIGIN;
  const local = ["127.0.0.1", "::1", "0.0.0.0", "::"].includes(HOST);
  return `http://${local ? "localhost" : HOST.includes(":") ? `[${HOST}]` : HOST}:${port}`;
}

/** Which model answers where a conversation names none. */
export function modelName({ EASEL_MODEL, OPENAI_BASE_URL, OPENAI_API_KEY }: Env): string {
  if (EASEL_MODEL && EASEL_MODEL !== "demo") return EASEL_MODEL;
  if (!EASEL_MODEL && OPENAI_BASE_URL) return `a model of ${new URL(OPENAI_BASE_URL).host}`;
  return !EASEL_MODEL && OPENAI_API_KEY ? "a model of OpenAI" : "demo model";
}
