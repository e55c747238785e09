import { z } from "zod";
import { log } from "@/lib/ground/base/log";
import { owned } from "@/lib/ground/base/process";
import { Confined, isDied } from "@/lib/ground/processes/confined";
import { ProcessPool } from "@/lib/ground/processes/pool";
import { ipc, nodeProgram, packages } from "@/lib/ground/processes/program";

const WALL_MS = 10_000;
/** One for each core of a small machine; the others wait. */
const AT_ONCE = 2;
/** What has grown to this much is not used again. */
const MAX_RSS = 200 * 2 ** 20;
const HEAP_MB = 256;
/** Of the whole process, the engine and its own modules included. */
const MEMORY_MB = 600;
/** Requests come first. */
const NICE = 5;

const said = z.strictObject({ markdown: z.string().nullable(), rss: z.number() });
type Reader = Confined<z.infer<typeof said>, { html: string; url: string }>;

const readers = () =>
  owned(
    "web.readers",
    () =>
      new ProcessPool<Reader, null>({
        name: "The reader of pages",
        max: () => AT_ONCE,
        start: reader,
      }),
    (pool) => pool.close(),
  );

/**
 * The text of an HTML page as markdown, its links absolute against `url`. null where none can be made of it in 10 s and
 * 256 MB: whoever wrote the page may have meant harm, so it is read in a process that is ended then. Throws an AppError
 * `unavailable` where too many pages wait already, or this one has waited for too long.
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

/** Starts a process that may be needed soon, if there is none: it takes as long as most pages to arrive. */
export const prepare = (): void => readers().fill(null, 1);

/** For pages that are nested deep; should the system give less, only this process ends. */
const STACK = "--stack-size=3900";

const reader = (): Reader =>
  new Confined({
    program: nodeProgram({
      room: "web/pages",
      reads: packages(),
      flags: ["--allow-worker", STACK],
      heapMb: HEAP_MB,
      settings: { memoryMb: MEMORY_MB },
      channel: ipc("advanced"),
      nice: NICE,
    }),
    hears: said,
    memoryMb: MEMORY_MB,
  });
