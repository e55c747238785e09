import { realpathSync } from "node:fs";
import { z } from "zod";
import { singleton } from "@/lib/ground/base/process";
import { Confined, isDied } from "@/lib/ground/processes/confined";
import { ProcessPool } from "@/lib/ground/processes/pool";
import { nodeProgram, packages } from "@/lib/ground/processes/program";

type Limits = { wallMs: number; memoryMb: number };

const LIMITS: Limits = { wallMs: 45_000, memoryMb: 700 };
const MAX_PAGES = 5_000;
const MAX_CHARACTERS = 20_000_000;
const HEAP_MB = 400;
const NICE = 10;
const CONCURRENCY = 2;
/** Maximum wait in the queue. Each PDF before it may use its whole time limit. */
const MAX_WAIT_MS = 120_000;

const pdfReply = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("pages"), pages: z.number() }),
  z.strictObject({ type: z.literal("page"), text: z.string() }),
  z.strictObject({ type: z.literal("end") }),
  z.strictObject({ type: z.literal("failed"), why: z.enum(["password", "broken"]) }),
]);
type Job = { path: string; memoryMb: number };

/** `pages` has the text of each page that was read; `count` is the number of pages in the file. */
export type PdfText = { count: number; pages: string[] };
export class PdfUnread extends Error {}

class Reader extends Confined<z.infer<typeof pdfReply>, "read"> {
  readonly job: Job;

  constructor(job: Job) {
    const { path, memoryMb } = job;
    super({
      program: nodeProgram({
        modulePath: "data/files",
        reads: [...packages(), path, realpathSync(path)],
        flags: ["--allow-worker"],
        heapMb: HEAP_MB,
        settings: { path, memoryMb, maxPages: MAX_PAGES, maxCharacters: MAX_CHARACTERS },
        nice: NICE,
      }),
      messageSchema: pdfReply,
      memoryMb,
    });
    this.job = job;
  }
}

const readers = () =>
  singleton(
    "files.pdfs",
    () =>
      new ProcessPool<Reader, Job>({
        name: "The PDF reader",
        max: () => CONCURRENCY,
        maxWaitMs: MAX_WAIT_MS,
        start: (job) => new Reader(job),
        pick: (free, job) => free.find((one) => one.job === job),
      }),
    (pool) => pool.close(),
  );

/**
 * Returns the text of a PDF by page. If the time limit ends, returns the pages read so far. Throws PdfUnread
 * with a message for the user if there is no text, or an AppError `unavailable` if the queue is full or the
 * wait is too long.
 */
export async function pdfText(path: string, limits = LIMITS, signal?: AbortSignal): Promise<PdfText> {
  const { wallMs, memoryMb } = limits;
  const text: PdfText = { count: 0, pages: [] };
  const read = async (process: Reader, startMs: number) => {
    try {
      return await process.converse("read", Math.max(wallMs - startMs, 1), (reply) => {
        if (reply.type === "pages") text.count = reply.pages;
        if (reply.type === "page") text.pages.push(reply.text);
        if (reply.type === "end" || reply.type === "failed") return reply;
      });
    } finally {
      process.kill();
    }
  };
  try {
    const end = await readers().run({ path, memoryMb }, read, { signal });
    if (end.type === "failed") throw new PdfUnread(end.why === "password" ? LOCKED : BROKEN);
    return text;
  } catch (error) {
    if (!isDied(error) || error.how === "broken") throw error;
    if (error.how !== "time" && error.how !== "silence")
      throw new PdfUnread(error.how === "garbage" ? BROKEN : HEAVY);
    if (text.pages.some((page) => page.trim())) return text;
    throw new PdfUnread(SLOW);
  }
}

const SLOW = "the PDF takes too long to read: print it to a new PDF, or send the pages that matter";
const LOCKED = "the PDF is locked with a password: save a copy without one";
const BROKEN = "the PDF is damaged: open it, then save or print it again";
const HEAVY = "the PDF needs too much memory to read: print it to a new PDF, or send the pages that matter";
