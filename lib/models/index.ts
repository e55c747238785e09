import type { LanguageModelV4 } from "@ai-sdk/provider";
import { env } from "@/lib/env";
import { owned } from "@/lib/process";
import { AppError } from "@/lib/shared/errors";
import { demo } from "./demo/provider";
import { firstModel } from "./discovery";
import { openai } from "./openai";
import { openaiCompatible } from "./openai-compatible";
import type { ModelProvider, ModelSettings } from "./provider";

export const providers: Readonly<Record<string, ModelProvider>> = {
  demo,
  openai,
  "openai-compatible": openaiCompatible,
};

export type ResolvedModel = {
  model: LanguageModelV4;
  /** The choice that leads here: `provider/model`. */
  id: string;
  /** The name for people. */
  label: string;
  provider: string;
  contextWindow?: number;
};

const MAX_KEPT = 100;
const EXAMPLES = "openai/gpt-5.2, openai-compatible/NAME or demo";

/** The model for a choice (`provider/model`), or the one that the environment asks for. */
export async function resolveModel(choice?: string, settings: ModelSettings = env()): Promise<ResolvedModel> {
  const id = choice?.trim() || (await defaultModel(settings));
  const { provider, title, name } = parse(id);
  const kept = owned("models.made", () => new Map<string, Promise<ResolvedModel>>());
  const key = JSON.stringify([id, ...provider.reads.map((variable) => settings[variable])]);
  const before = kept.get(key);
  if (before) return before;

  const made = provider.model(name, settings).then((model) => ({
    model,
    id,
    label: provider.label(name),
    provider: title,
    contextWindow: provider.contextWindow?.(name),
  }));
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return made;
}

/** The choice when nobody made one. Asks the network only for a server whose models were never listed. */
export async function defaultModel(settings: ModelSettings): Promise<string> {
  const { EASEL_MODEL, OPENAI_BASE_URL, OPENAI_API_KEY } = settings;
  if (EASEL_MODEL?.trim()) return EASEL_MODEL.trim();
  if (OPENAI_BASE_URL) return `openai-compatible/${await firstModel(OPENAI_BASE_URL, OPENAI_API_KEY)}`;
  return OPENAI_API_KEY ? "openai/gpt-5.2" : "demo";
}

function parse(choice: string): { provider: ModelProvider; title: string; name: string } {
  const slash = choice.indexOf("/");
  const title = slash < 0 ? choice : choice.slice(0, slash);
  const name = slash < 0 ? "" : choice.slice(slash + 1).trim();
  const provider = Object.hasOwn(providers, title) ? providers[title] : undefined;
  if (!provider) {
    throw new AppError(
      "invalid",
      `There is no model "${choice.slice(0, 100)}". Set EASEL_MODEL to ${EXAMPLES}, or choose another model for this conversation.`,
    );
  }
  if (provider.named !== name.length > 0) {
    const what = provider.named ? `Which model of ${title}?` : `${title} has no models to choose from.`;
    throw new AppError("invalid", `${what} Set EASEL_MODEL to ${EXAMPLES}.`);
  }
  return { provider, title, name };
}
