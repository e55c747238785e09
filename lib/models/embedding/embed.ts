import { availableParallelism, freemem } from "node:os";
import { z } from "zod";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { Confined, isDied } from "@/lib/ground/processes/confined";
import { ProcessPool } from "@/lib/ground/processes/pool";
import { ipc, nodeProgram, packages } from "@/lib/ground/processes/program";

/** The bundled model. It supports English, and words that other languages share with it. */
export const EMBEDDING_MODEL = "use-lite-en-1";
export const DIMENSIONS = 512;
/** Characters of a text that are used. The model ignores most of the rest. */
export const MAX_CHARACTERS = 1_000;
/** Maximum texts in one batch. A small batch shortens the wait of the next query. */
export const MAX_BATCH_SIZE = 4;

const WALL_MS = 20_000;
const IDLE_MS = 30_000;
const HEAP_MB = 96;
/** A process with this much resident memory is replaced. It starts with 180 MB and has 220 after long use. */
const MAX_RSS = 300 * 2 ** 20;
/** A second process starts only if the machine has this much memory available. */
const MIN_FREE_BYTES = 2 ** 30;
const MEMORY_MB = 500;
/** Lower priority, so that embedding does not slow down requests. */
const NICE = 10;
const OFF_MS = 600_000;

const response = z.strictObject({ vectors: z.instanceof(Float32Array), rss: z.number() });
type Embedder = Confined<z.infer<typeof response>, { texts: readonly string[] }>;

const embedders = () =>
  singleton(
    "embedding",
    () => ({
      offUntil: 0,
      isTold: false,
      pool: new ProcessPool<Embedder, null>({
        name: "The embedding model",
        max: maxProcesses,
        idleMs: IDLE_MS,
        start: embedder,
      }),
    }),
    ({ pool }) => pool.close(),
  );

/** Processes that embed at the same time. Their priority leaves the processors to requests. */
export const maxProcesses = (): number => (availableParallelism() > 1 && freemem() > MIN_FREE_BYTES ? 2 : 1);

/** Returns whether a model is loaded, so that `embed` could begin at once. */
export const isWarm = (): boolean => embedders().pool.all.some(({ isReady }) => isReady);

/** Returns false for `OFF_MS` after the model has failed to start, otherwise true. */
export const isAvailable = (): boolean => Date.now() >= embedders().offUntil;

/**
 * Returns a unit vector for each text (at most `MAX_BATCH_SIZE`), close for similar meanings. Texts without words
 * get zeros. Returns null if the model is not available on this machine or failed; the search then works
 * without it. Throws an AppError `unavailable` if the queue is full, and the signal's reason if it aborts
 * before the work begins. Work that has begun is completed, because starting a new process takes longer than
 * embedding a text.
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
    if (!state.isTold) log.warn("Embeddings are unavailable; memory is searched by words only", error);
    state.isTold = true;
    return null;
  }
}

const embedder = (): Embedder =>
  new Confined({
    program: nodeProgram({
      modulePath: "models/embedding",
      reads: packages(),
      flags: ["--allow-worker"],
      heapMb: HEAP_MB,
      settings: { memoryMb: MEMORY_MB },
      channel: ipc("advanced"),
      nice: NICE,
    }),
    messageSchema: response,
    memoryMb: MEMORY_MB,
  });
