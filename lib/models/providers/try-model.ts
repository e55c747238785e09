import type { LanguageModelV4 } from "@ai-sdk/provider";
import { experimental_streamLanguageModelCall as streamLanguageModelCall } from "ai";
import type { z } from "zod";
import { env } from "@/lib/ground/base/env";
import { log } from "@/lib/ground/base/log";
import { hideSecret, redact } from "@/lib/ground/base/redact";
import { abortable, raceAbort } from "@/lib/shared/abort";
import { AppError } from "@/lib/shared/errors";
import type { ModelTestResult, modelTest } from "@/lib/shared/settings";
import type { ModelsAnswer } from "./ask-for-models";
import { listModels } from "./discovery";
import { explainModelError } from "./errors";
import { makeModel } from "./index";
import type { ModelProvider } from "./provider";
import { providers } from "./providers";
import { type ModelEnvironment, type ModelSettings, missingProvider, reach } from "./reach";

type ModelTest = z.output<typeof modelTest>;
type Failed = Extract<ModelTestResult, { ok: false }>;

const TIMEOUT_MS = 15_000;
const QUESTION = "Answer with the single word OK.";

export async function tryModel(
  request: ModelTest,
  settings: ModelSettings,
  environment: ModelEnvironment = env(),
): Promise<ModelTestResult> {
  if (request.apiKey) hideSecret(request.apiKey);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const provider = providers[request.provider];
  const found = reachWith(request, settings, environment);
  const lack = missingProvider(provider, found);
  if (lack) return failed(found.problem ? "bad_key" : "not_set_up", lack.message);

  const choice = await choose(provider, request, () => listModels(provider, found));
  if (typeof choice !== "string") return choice;
  try {
    const began = performance.now();
    const { model, id } = await makeModel(provider, choice, { apiKey: found.apiKey, baseUrl: found.baseUrl });
    await awaitFirstText(model, signal);
    return { ok: true, model: id, milliseconds: Math.round(performance.now() - began) };
  } catch (error) {
    log.warn("A tested model did not answer", error, { provider: request.provider });
    const { code, message } = explainModelError(error);
    // The error of a model at a wrong address is seldom clear. So list the models, too: if that fails as
    // well, the address is wrong.
    const listed = UNCLEAR.has(code) ? await listModels(provider, found) : undefined;
    const isElsewhere = listed?.ok === false && (listed.code === "wrong_address" || code === "unknown");
    if (isElsewhere) return failed(listed.code, listed.message);
    return failed(code, message);
  }
}

const UNCLEAR = new Set(["unknown_model", "invalid_response", "bad_request", "unknown"]);

function reachWith(
  { provider: id, apiKey, baseUrl }: ModelTest,
  settings: ModelSettings,
  environment: ModelEnvironment,
) {
  const saved = settings.providers[id];
  const changed = { [id]: { ...saved, ...(apiKey && { apiKey: null }), ...(baseUrl && { baseUrl }) } };
  const found = reach(providers[id], { providers: { ...settings.providers, ...changed } }, environment);
  return apiKey ? { ...found, apiKey } : found;
}

async function choose(
  { id, firstChoice: usual }: ModelProvider,
  { model }: ModelTest,
  list: () => Promise<ModelsAnswer>,
): Promise<string | Failed> {
  if (model) return model.startsWith(`${id}/`) ? model.slice(id.length + 1) : model;
  const listed = await list();
  // A key that may not list models may still chat, so try the provider's usual model.
  if (!listed.ok) return usual && listed.code === "bad_key" ? usual : failed(listed.code, listed.message);
  return (listed.models.find(({ name }) => name === usual) ?? listed.models[0]).name;
}

/**
 * Resolves when the model sends its first text. Closes the stream then, so that the rest of the answer is
 * neither awaited nor paid.
 */
async function awaitFirstText(model: LanguageModelV4, signal: AbortSignal): Promise<void> {
  const asked = () => streamLanguageModelCall({ model, prompt: QUESTION, abortSignal: signal });
  const { stream } = await raceAbort(asked, signal);
  for await (const part of abortable(stream, signal)) {
    if (part.type === "error") throw part.error;
    if ((part.type === "text-delta" || part.type === "reasoning-delta") && part.text.length > 0) return;
  }
  throw new AppError("unavailable", "The model returned no text. Try again, or choose another model.");
}

const failed = (code: string, message: string): Failed => ({ ok: false, code, message: redact(message) });
