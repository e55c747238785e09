import { z } from "zod";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { Confined, isDied } from "@/lib/ground/processes/confined";
import { ProcessPool } from "@/lib/ground/processes/pool";
import { ipc, nodeProgram, packages } from "@/lib/ground/processes/program";

const WALL_MS = 10_000;
/** Number of processes: one for each core of a small machine. */
const CONCURRENCY = 2;
/** A process whose resident memory has reached this size is ended after its page. */
const MAX_RSS = 200 * 2 ** 20;
const HEAP_MB = 256;
/** Memory limit of the whole process, including the engine and its modules. */
const MEMORY_MB = 600;
/** Gives the process a lower CPU priority than the server, which handles requests. */
const NICE = 5;

const readerReply = z.strictObject({ markdown: z.string().nullable(), rss: z.number() });
type Reader = Confined<z.infer<typeof readerReply>, { html: string; url: string }>;

const readers = () =>
  singleton(
    "web.readers",
    () =>
      new ProcessPool<Reader, null>({
        name: "The page reader",
        max: () => CONCURRENCY,
        start: reader,
      }),
    (pool) => pool.close(),
  );

/**
 * Converts an HTML page to markdown with links absolute to `url`. Returns null if the conversion fails or
 * exceeds 10 s or 256 MB. Pages may be malicious, so it runs in a separate process that is killed at the
 * limits. Throws an AppError (`unavailable`) if too many pages are queued or this one has waited too long.
 */
export async function readablePage(
  html: string,
  url: string,
  signal: AbortSignal,
  wallMs = WALL_MS,
): Promise<string | null> {
  const read = (process: Reader, startMs: number) =>
    process.converse({ html, url }, Math.max(wallMs - startMs, 1), ({ markdown, rss }) => {
      if (rss >= MAX_RSS) process.kill();
      return { markdown };
    });
  try {
    return (await readers().run(null, read, { signal })).markdown;
  } catch (error) {
    if (!isDied(error)) throw error;
    if (error.how === "broken") log.warn("A process that reads pages did not start", error);
    return null;
  }
}

/** Starts a process ahead of its first use. Starting it takes about as long as most pages take to arrive. */
export const prepare = (): void => readers().fill(null, 1);

/** Large enough for deeply nested pages. If the system provides a smaller stack, only this process crashes. */
const STACK = "--stack-size=3900";

const reader = (): Reader =>
  new Confined({
    program: nodeProgram({
      modulePath: "web/pages",
      isBundled: true,
      reads: packages(),
      flags: ["--allow-worker", STACK],
      heapMb: HEAP_MB,
      settings: { memoryMb: MEMORY_MB },
      channel: ipc("advanced"),
      nice: NICE,
    }),
    messageSchema: readerReply,
    memoryMb: MEMORY_MB,
  });
