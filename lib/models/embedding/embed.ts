import { z } from "zod";
import { log } from "@/lib/ground/base/log";
import { owned } from "@/lib/ground/base/process";
import { Confined, isDied } from "@/lib/ground/processes/confined";
import { ProcessPool } from "@/lib/ground/processes/pool";
import { ipc, nodeProgram, packages } from "@/lib/ground/processes/program";

/** Of the model in the package: English, and other languages as far as they share words with it. */
export const EMBEDDING_MODEL = "use-lite-en-1";
export const DIMENSIONS = 512;
/** Characters of a text that count; the rest changes its vector little and takes long. */
export const MAX_CHARACTERS = 1_000;
/** Texts at a time: a question waits for no more than these. */
export const MAX_TEXTS = 8;

const WALL_MS = 20_000;
const IDLE_MS = 30_000;
const HEAP_MB = 96;
/** What has grown to this much is not used again. A new one has 180 MB, one that has worked for long 215. */
const MAX_RSS = 300 * 2 ** 20;
const MEMORY_MB = 500;
/** Requests come first. */
const NICE = 10;
/** A model that does not come up is tried again after so long. */
const OFF_MS = 600_000;

const said = z.strictObject({ vectors: z.instanceof(Float32Array), rss: z.number() });
type Embedder = Confined<z.infer<typeof said>, { texts: readonly string[] }>;

const embedders = () =>
  owned(
    "embedding",
    () => ({
      offUntil: 0,
      isTold: false,
      pool: new ProcessPool<Embedder, null>({
        name: "The model of meanings",
        max: () => 1,
        idleMs: IDLE_MS,
        start: embedder,
      }),
    }),
    ({ pool }) => pool.close(),
  );

/** Whether a text would be embedded at once, without waiting for the model to be loaded. */
export const isWarm = (): boolean => embedders().pool.all.some(({ isReady }) => isReady);

/** Whether the model came up when it was last needed. */
export const isAvailable = (): boolean => Date.now() >= embedders().offUntil;

/**
 * A vector of length one for each of at most `MAX_TEXTS` texts, so that what means the like lies near; zeros for a text
 * without words. Null where there is no model on this machine, or it ended over these: search does without. Throws an
 * AppError `unavailable` where too much waits for it, and the reason of `signal` where that came before it was begun: what
 * is begun is ended, since a new model takes longer than a text.
 */
export async function embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[] | null> {
  const state = embedders();
  if (!isAvailable() || texts.length === 0) return null;
  const short = texts.map((text) => text.slice(0, MAX_CHARACTERS));
  const work = (process: Embedder, startMs: number) =>
    process.converse({ texts: short }, Math.max(WALL_MS - startMs, 1), ({ vectors, rss }) => {
      if (rss >= MAX_RSS || vectors.length !== texts.length * DIMENSIONS) process.kill();
      return vectors.length === texts.length * DIMENSIONS ? { vectors } : { vectors: null };
    });
  try {
    const { vectors } = await state.pool.run(null, work, { signal, graceMs: WALL_MS });
    return vectors && texts.map((_, n) => vectors.slice(n * DIMENSIONS, (n + 1) * DIMENSIONS));
  } catch (error) {
    signal?.throwIfAborted();
    if (!isDied(error)) throw error;
    if (error.how === "broken" || error.how === "silence") state.offUntil = Date.now() + OFF_MS;
    if (!state.isTold)
      log.warn("Meanings cannot be compared for now; memory is searched by words alone", error);
    state.isTold = true;
    return null;
  }
}

const embedder = (): Embedder =>
  new Confined({
    program: nodeProgram({
      room: "models/embedding",
      reads: packages(),
      flags: ["--allow-worker"],
      heapMb: HEAP_MB,
      settings: { memoryMb: MEMORY_MB },
      channel: ipc("advanced"),
      nice: NICE,
    }),
    hears: said,
    memoryMb: MEMORY_MB,
  });
