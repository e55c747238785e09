import type { Env } from "../../lib/ground/base/env.ts";
import { connect } from "../../lib/store/connection.ts";

export function address({ HOST, EASEL_ORIGIN }: Env, port: number): string {
  if (EASEL_ORIGIN) return EASEL_ORIGIN;
  const local = ["127.0.0.1", "::1", "0.0.0.0", "::"].includes(HOST);
  return `http://${local ? "localhost" : HOST.includes(":") ? `[${HOST}]` : HOST}:${port}`;
}

/** The chosen model and the connected providers of the workspace's settings. */
export type ConnectedModels = { model: string | null; providers: string[] };

const PROVIDER_TITLES = [
  ["openai", "OpenAI", "OPENAI_API_KEY"],
  ["anthropic", "Anthropic", "ANTHROPIC_API_KEY"],
  ["google", "Google", "GOOGLE_GENERATIVE_AI_API_KEY"],
  ["gateway", "the AI Gateway", "AI_GATEWAY_API_KEY"],
] as const;

/**
 * Returns a description of the model that answers new conversations. Asks no provider, so it names only the
 * provider if no model is chosen.
 */
export function modelName(env: Env, { model, providers }: ConnectedModels): string {
  const { EASEL_MODEL, OPENAI_BASE_URL } = env;
  const chosen = model ?? EASEL_MODEL;
  if (chosen === "demo") return "demo model";
  if (chosen) return chosen;
  const [id, title] =
    PROVIDER_TITLES.find(([id, , variable]) => providers.includes(id) || env[variable]) ?? [];
  const isOtherServer = !id || (id === "openai" && !providers.includes(id));
  if (OPENAI_BASE_URL && isOtherServer) return `a model of ${new URL(OPENAI_BASE_URL).host}`;
  if (title) return `a model of ${title}`;
  if (providers.includes("openai-compatible")) return "a model of your OpenAI-compatible server";
  return "demo model (no provider connected)";
}

/** Reads which models the workspace uses. Keys stay encrypted; only their presence counts. */
export async function readConnectedModels(url: string): Promise<ConnectedModels> {
  const sql = connect(url, { max: 1 });
  try {
    const [general] = await sql<{ model: string | null }[]>`
      select value->>'model' as model from workspace_settings where key = 'general'`;
    const rows = await sql<{ id: string }[]>`
      select substr(key, 10) as id from workspace_settings
      where key like 'provider:%' and coalesce(value->>'apiKey', value->>'baseUrl') is not null`;
    return { model: general?.model ?? null, providers: rows.map(({ id }) => id) };
  } finally {
    await sql.end({ timeout: 2 });
  }
}
