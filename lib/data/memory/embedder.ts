import { embedMany } from "ai";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { reserveCall } from "@/lib/models/budget/reserve";
import {
  EMBEDDING_MODEL,
  embed,
  isAvailable,
  MAX_BATCH_SIZE,
  MAX_CHARACTERS,
  maxProcesses,
} from "@/lib/models/embedding/embed";
import { cosine, packed } from "@/lib/models/embedding/vector";
import { costOf } from "@/lib/models/providers/catalog";
import { fingerprint } from "@/lib/models/providers/discovery";
import { type ResolvedEmbeddingModel, resolveEmbeddingModel } from "@/lib/models/providers/embedding-model";
import { isUncharged } from "@/lib/models/providers/errors";
import { diagnose, type FailureCode } from "@/lib/models/providers/failure";
import type { Budget } from "@/lib/shared/budget";
import { readSettings } from "@/lib/store/agents/settings";
import { recordModelCall } from "@/lib/store/hot/model-calls";
import { release, type Spender } from "@/lib/store/loop/budgets";

/**
 * The cosine that this model gives for unrelated texts (`far`), and for texts with the same meaning (`near`).
 */
export type Scale = { far: number; near: number };

export type Embedder = {
  /** Identifies the model, because vectors of different models cannot be compared. */
  model: string;
  maxTexts: number;
  /** Returns how many batches can be embedded at the same time. */
  maxBatches(): number;
  isAvailable(): boolean;
  /**
   * Returns one vector per text. Returns null if the model is not available or rejects the texts; a search
   * then compares only words. Throws the reason of `signal` if aborted.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[] | null>;
  scale(): Scale;
};

export const ownEmbedder: Embedder = {
  ...{ model: EMBEDDING_MODEL, maxTexts: MAX_BATCH_SIZE, maxBatches: maxProcesses, isAvailable, embed },
  scale: () => OWN_SCALE,
};

const OWN_SCALE: Scale = { far: 0.25, near: 0.85 };

const MAX_PROVIDER_TEXTS = 64;
const MAX_DIMENSIONS = 8_192;
const TIMEOUT_MS = 30_000;
const RETRY_AFTER_MS = 60_000;
const BYTES_A_TOKEN = 3.5;
const ABOUT_TEXT: ReadonlySet<FailureCode> = new Set(["bad_request", "context_too_long", "refused"]);

type State = { offUntil: number; isReported: boolean; scale?: Scale };
const states = () => singleton("embedders", () => new Map<string, State>());

export async function embedderOf(agentId: string): Promise<Embedder> {
  const settings = await readSettings(agentId);
  const { embeddingModel } = settings.general;
  if (!embeddingModel) return ownEmbedder;
  try {
    const chosen = await resolveEmbeddingModel(settings);
    return chosen ? ofProvider(agentId, settings.budget, chosen) : ownEmbedder;
  } catch (error) {
    report(stateOf(`${agentId} ${embeddingModel}`), error);
    return {
      ...{ model: embeddingModel, maxTexts: MAX_PROVIDER_TEXTS, maxBatches: () => 1 },
      ...{ isAvailable: () => false, embed: async () => null, scale: () => OWN_SCALE },
    };
  }
}

function ofProvider(agentId: string, budget: Budget, chosen: ResolvedEmbeddingModel): Embedder {
  const model = `${chosen.id} ${fingerprint(chosen.baseUrl).slice(0, 8)}`;
  const state = stateOf(`${agentId} ${model}`);
  const isAvailable = () => Date.now() >= state.offUntil;
  return {
    ...{ model, maxTexts: MAX_PROVIDER_TEXTS, maxBatches: () => 1, isAvailable },
    scale: () => state.scale ?? OWN_SCALE,
    async embed(texts, signal) {
      if (!isAvailable() || texts.length === 0) return null;
      try {
        state.scale ??= scaleOf(await ask(chosen, agentId, budget, SAMPLES, signal));
        const vectors = await ask(chosen, agentId, budget, texts, signal);
        state.isReported = false;
        return vectors;
      } catch (error) {
        signal?.throwIfAborted();
        // The model works, because it has embedded the samples before. It rejects only these texts, so do not
        // turn it off.
        if (state.scale && ABOUT_TEXT.has(diagnose(error).code)) return null;
        state.offUntil = Date.now() + RETRY_AFTER_MS;
        report(state, error);
        return null;
      }
    },
  };
}

async function ask(
  { model, id, baseUrl }: ResolvedEmbeddingModel,
  agentId: string,
  budget: Budget,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const spender: Spender = { agentId, unattended: false, jobId: null, runId: null, attempt: null };
  // Some providers reject an empty text, so send a dot instead. The caller does not use its vector.
  const values = texts.map((text) => text.slice(0, MAX_CHARACTERS).toWellFormed().trim() || ".");
  const estimate = values.reduce((sum, text) => sum + Math.ceil(Buffer.byteLength(text) / BYTES_A_TOKEN), 0);
  const call = { model: { id, baseUrl }, inputTokens: estimate, outputTokens: 0 };
  const reservationId = (await reserveCall(spender, budget, call))?.id;
  try {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const abortSignal = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const { embeddings, usage } = await embedMany({ model, values, maxRetries: 0, abortSignal });
    const inputTokens = Number.isFinite(usage.tokens) ? usage.tokens : estimate;
    const cost = costOf(id, { inputTokens, outputTokens: 0 }, baseUrl) ?? null;
    const used = { model: id, inputTokens, cachedTokens: 0, outputTokens: 0, cost };
    await recordModelCall(spender, { ...used, reservationId });
    return checked(embeddings, texts);
  } catch (error) {
    if (reservationId && isUncharged(error)) await release(reservationId);
    throw error;
  }
}

function checked(embeddings: readonly number[][], texts: readonly string[]): Float32Array[] {
  const length = embeddings[0]?.length ?? 0;
  const isWhole =
    embeddings.length === texts.length &&
    length > 0 &&
    length <= MAX_DIMENSIONS &&
    embeddings.every((one) => one.length === length && one.every(Number.isFinite));
  if (!isWhole)
    throw new Error(`The embedding model did not return vectors of one length for ${texts.length} texts`);
  return embeddings.map((one, n) =>
    /[\p{L}\p{N}]/u.test(texts[n] ?? "") ? Float32Array.from(one) : new Float32Array(length),
  );
}

const stateOf = (key: string): State => {
  const state = states().get(key) ?? { offUntil: 0, isReported: false };
  states().set(key, state);
  return state;
};

function report(state: State, error: unknown): void {
  if (!state.isReported)
    log.warn("The embedding model is unavailable; memory is searched by words only", error);
  state.isReported = true;
}

/**
 * Four unrelated sentences and two pairs with the same meaning. Their vectors show which cosines the model
 * gives for unrelated and for similar texts.
 */
const SAMPLES = [
  "The train to the coast leaves at nine.",
  "Her sister plays the cello in an orchestra.",
  "Bread dough has to rest overnight.",
  "The invoice was paid in March.",
  "He moved to Lisbon for his work.",
  "His work made him move to Lisbon.",
  "The dog barks every night.",
  "Every night the dog is barking.",
];
const UNLIKE = [0, 1, 2, 3];
const ALIKE = [4, 6];

function scaleOf(vectors: readonly Float32Array[]): Scale {
  const between = (a: number, b: number) => {
    const [one, other] = [vectors[a], vectors[b]];
    return one && other ? cosine(one, packed(other)) : 0;
  };
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  const far = mean(UNLIKE.flatMap((a) => UNLIKE.filter((b) => b > a).map((b) => between(a, b))));
  const near = mean(ALIKE.map((a) => between(a, a + 1)));
  // Raise the lower bound a bit above the measured mean, because some unrelated texts are closer than the
  // mean.
  return near - far > 0.1 ? { far: far + (near - far) / 6, near } : OWN_SCALE;
}
