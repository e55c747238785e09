import { z } from "zod";
import { singleton } from "@/lib/ground/base/process";
import { Confined, isDied } from "@/lib/ground/processes/confined";
import { ProcessPool } from "@/lib/ground/processes/pool";
import { ipc, nodeProgram, packages } from "@/lib/ground/processes/program";
import { LIMITS } from "@/lib/shared/data/documents";
import { AppError } from "@/lib/shared/errors";

/** Two processes suit the cores of a small server; further operations wait in a queue. */
const CONCURRENCY = 2;
/** A process whose resident memory exceeds this is replaced. */
const MAX_RSS = 400 * 2 ** 20;
const HEAP_MB = 640;
const MEMORY_MB = 900;
const NICE = 5;

const engineReply = z.strictObject({
  error: z.string().nullable(),
  isEnough: z.boolean(),
  result: z.string().nullable(),
  rss: z.number(),
});
type EngineReply = z.infer<typeof engineReply>;
type EngineMessage =
  | { op: "begin"; request: string }
  | { op: "load"; collection: string | null; texts: readonly string[] }
  | { op: "end" };
type Engine = Confined<EngineReply, EngineMessage>;

/**
 * The documents of one collection, in batches of JSON texts. `collection` is null for the collection that the
 * operation works on, otherwise the name of a joined collection.
 */
export type EngineSource = { collection: string | null; batches(): AsyncIterable<string[]> };

const engines = () =>
  singleton(
    "documents",
    () =>
      new ProcessPool<Engine, null>({ name: "The document engine", max: () => CONCURRENCY, start: engine }),
    (pool) => pool.close(),
  );

/**
 * Runs one MongoDB operation over `sources` in a child process, which is killed after `wallMs` ms. Throws an
 * AppError `invalid` with the engine's message, or if the operation exceeds the time or memory limit.
 */
export async function operate(
  request: object,
  sources: readonly EngineSource[],
  signal?: AbortSignal,
  wallMs: number = LIMITS.ms,
): Promise<unknown> {
  try {
    return await engines().run(
      null,
      (process, startMs) => work(process, wallMs - Math.min(startMs, wallMs / 2), request, sources),
      {
        signal,
      },
    );
  } catch (error) {
    throw isDied(error) ? failureOf(error.how, wallMs) : error;
  }
}

async function work(process: Engine, ms: number, request: object, sources: readonly EngineSource[]) {
  const end = performance.now() + ms;
  const tell = (message: EngineMessage) =>
    process.converse(message, Math.max(end - performance.now(), 1), (answer) => answer);
  let last = await tell({ op: "begin", request: JSON.stringify(request) });
  for (const { collection, batches } of sources)
    for await (const some of batches()) {
      if (last.error !== null) break;
      last = await tell({ op: "load", collection, texts: some });
      if (last.isEnough) break;
    }
  if (last.error === null) last = await tell({ op: "end" });
  if (last.rss >= MAX_RSS) process.kill();
  if (last.error !== null) throw new AppError("invalid", last.error);
  return JSON.parse(last.result ?? "null");
}

function failureOf(how: string, wallMs: number): AppError {
  if (how === "time")
    return new AppError(
      "invalid",
      `The operation exceeded ${wallMs / 1_000} s and was stopped; nothing was changed. Narrow it: filter by equality first, or take fewer documents at a time.`,
    );
  if (how === "memory")
    return new AppError(
      "invalid",
      "The operation took too much memory and was stopped; nothing was changed. Start the pipeline with $match, or project fewer fields.",
    );
  return new AppError("unavailable", `The document engine stopped (${how}); nothing was changed. Try again.`);
}

const engine = (): Engine =>
  new Confined({
    program: nodeProgram({
      modulePath: "data/documents",
      isBundled: true,
      reads: packages(),
      flags: ["--allow-worker"],
      heapMb: HEAP_MB,
      settings: { memoryMb: MEMORY_MB },
      channel: ipc("advanced"),
      nice: NICE,
    }),
    messageSchema: engineReply,
    memoryMb: MEMORY_MB,
  });
