import { generateSpeech, NoSpeechGeneratedError, NoTranscriptGeneratedError, transcribe } from "ai";
import { OverBudget, reserveCall } from "@/lib/models/budget/reserve";
import { costOf } from "@/lib/models/providers/catalog";
import { explainModelError, isUncharged } from "@/lib/models/providers/errors";
import {
  type ResolvedVoiceModel,
  resolveVoiceModel,
  type VoiceKind,
} from "@/lib/models/providers/voice-models";
import { AppError, isAppError } from "@/lib/shared/errors";
import { readSettings, type Settings } from "@/lib/store/agents/settings";
import { recordModelCall } from "@/lib/store/hot/model-calls";
import { release, type Spender } from "@/lib/store/loop/budgets";

const TIMEOUT_MS = 120_000;
/** Estimates, because most providers do not report the usage. Speech has about ten tokens a second. */
const BYTES_A_TOKEN = 3.5;
const AUDIO_BYTES_A_TOKEN = 400;
const AUDIO_TOKENS_A_CHARACTER = 0.8;

export type Speech = { bytes: Uint8Array; mediaType: string };

/** Returns the transcript of a recording. Throws an AppError; `invalid` if no model is set up. */
export async function transcribeAudio(
  agentId: string,
  audio: Uint8Array,
  signal: AbortSignal,
): Promise<string> {
  const inputTokens = Math.ceil(audio.byteLength / AUDIO_BYTES_A_TOKEN);
  return spending(agentId, "transcription", { inputTokens, outputTokens: inputTokens }, async ({ model }) => {
    const { text } = await transcribe({
      ...{ model, audio, maxRetries: 1 },
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    return { value: text.trim(), outputTokens: tokensOf(text) };
  });
}

/** Speaks a text with the voice of the settings. Throws an AppError; `invalid` if no model is set up. */
export async function speak(agentId: string, text: string, signal: AbortSignal): Promise<Speech> {
  const outputTokens = Math.ceil(text.length * AUDIO_TOKENS_A_CHARACTER);
  const tokens = { inputTokens: tokensOf(text), outputTokens };
  return spending(agentId, "speech", tokens, async ({ model }, { general }) => {
    const { audio } = await generateSpeech({
      ...{ model, text, maxRetries: 1 },
      ...(general.voice && { voice: general.voice }),
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    return { value: { bytes: audio.uint8Array, mediaType: audio.mediaType }, outputTokens };
  });
}

const tokensOf = (text: string) => Math.ceil(Buffer.byteLength(text) / BYTES_A_TOKEN);

type Tokens = { inputTokens: number; outputTokens: number };
type Done<T> = { value: T; outputTokens: number };

/** Makes a call within the budget, and records its estimated usage. */
async function spending<K extends VoiceKind, T>(
  agentId: string,
  kind: K,
  { inputTokens, outputTokens: expected }: Tokens,
  call: (model: ResolvedVoiceModel<K>, settings: Settings) => Promise<Done<T>>,
): Promise<T> {
  const settings = await readSettings(agentId);
  const chosen = await resolveVoiceModel(kind, settings);
  const spender: Spender = { agentId, runId: null, unattended: false, jobId: null, attempt: null };
  const reservation = await reserveCall(spender, settings.budget, {
    ...{ model: chosen, inputTokens, outputTokens: expected },
  }).catch((error: unknown) => {
    throw error instanceof OverBudget ? new AppError("unavailable", error.message) : error;
  });
  try {
    const { value, outputTokens } = await call(chosen, settings);
    const cost = costOf(chosen.id, { inputTokens, outputTokens }, chosen.baseUrl) ?? null;
    await recordModelCall(spender, {
      ...{ model: chosen.id, inputTokens, outputTokens, cachedTokens: 0, cost },
      reservationId: reservation?.id,
    });
    return value;
  } catch (error) {
    if (reservation && isUncharged(error)) await release(reservation.id);
    throw failureOf(error);
  }
}

function failureOf(error: unknown): AppError {
  if (isAppError(error)) return error;
  if (NoTranscriptGeneratedError.isInstance(error))
    return new AppError("invalid", "Nothing was said in the recording.", { cause: error });
  if (NoSpeechGeneratedError.isInstance(error))
    return new AppError("unavailable", "The model returned no speech. Try again.", { cause: error });
  return new AppError("unavailable", explainModelError(error).message, { cause: error });
}
