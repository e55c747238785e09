import { realpathSync } from "node:fs";
import { z } from "zod";
import { singleton } from "@/lib/ground/base/process";
import { Confined, isDied } from "@/lib/ground/processes/confined";
import { ProcessPool } from "@/lib/ground/processes/pool";
import { ipc, nodeProgram, packages } from "@/lib/ground/processes/program";
import { filePlace } from "@/lib/shared/files";
import type { Section } from "./plain-sections";

type Limits = { wallMs: number; memoryMb: number };

const LIMITS: Limits = { wallMs: 45_000, memoryMb: 700 };
const MAX_PAGES = 5_000;
/** Maximum characters of a file that are indexed. */
export const MAX_CHARACTERS = 5_000_000;
const HEAP_MB = 400;
const NICE = 10;
const CONCURRENCY = 2;
/** Maximum wait in the queue. Each file before it may use its whole time limit. */
const MAX_WAIT_MS = 120_000;

const WHY = ["password", "broken", "large", "unsupported", "no sheet"] as const;

const reply = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("sections"),
    sections: z.array(z.strictObject({ place: filePlace, text: z.string() })),
  }),
  z.strictObject({ type: z.literal("pages"), pages: z.number() }),
  z.strictObject({ type: z.literal("missing"), page: z.number() }),
  z.strictObject({ type: z.literal("rows"), rows: z.array(z.array(z.string())) }),
  z.strictObject({
    ...{ type: z.literal("image"), page: z.number(), data: z.instanceof(Uint8Array) },
    ...{
      width: z.number(),
      height: z.number(),
      channels: z.union([z.literal(1), z.literal(3), z.literal(4)]),
    },
  }),
  z.strictObject({
    type: z.literal("end"),
    isCut: z.boolean(),
    sheets: z.array(z.string()).optional(),
  }),
  z.strictObject({ type: z.literal("failed"), why: z.enum(WHY) }),
]);
type Reply = z.infer<typeof reply>;

type Request = {
  path: string;
  kind: "pdf" | "images" | "zip" | "html" | "mail" | "rtf";
  /** The encoding of HTML. */
  encoding?: string;
  /** Sends the cells of this sheet instead of the text. */
  sheet?: string;
  /** Pages of a PDF whose images are read. */
  pages?: readonly number[];
};
type Job = { request: Request; memoryMb: number };

/** A file that cannot be read, with the reason and the remedy in words for the user. */
export class Unread extends Error {
  /** True if the reader ended early, for example because the machine was busy. */
  readonly mayRetry: boolean;

  constructor(reason: string, mayRetry = false) {
    super(reason);
    this.mayRetry = mayRetry;
  }
}

class Reader extends Confined<Reply, "read"> {
  readonly job: Job;

  constructor(job: Job) {
    const { request, memoryMb } = job;
    super({
      program: nodeProgram({
        modulePath: "data/files",
        reads: [...packages(), request.path, realpathSync(request.path)],
        flags: ["--allow-worker"],
        heapMb: HEAP_MB,
        settings: { ...request, memoryMb, maxPages: MAX_PAGES, maxCharacters: MAX_CHARACTERS },
        channel: ipc("advanced"),
        nice: NICE,
      }),
      messageSchema: reply,
      memoryMb,
    });
    this.job = job;
  }
}

const readers = () =>
  singleton(
    "files.readers",
    () =>
      new ProcessPool<Reader, Job>({
        name: "The file reader",
        max: () => CONCURRENCY,
        maxWaitMs: MAX_WAIT_MS,
        start: (job) => new Reader(job),
        pick: (free, job) => free.find((one) => one.job === job),
      }),
    (pool) => pool.close(),
  );

/** `missing` are pages of images without text. `note` describes the omitted text. */
export type Extracted = {
  sections: Section[];
  pages?: number;
  missing?: number[];
  sheets?: string[];
  note?: string;
};

/**
 * Returns the text of a file with its places. If the time limit ends, returns the text read so far. Throws Unread
 * if no text was read, or an AppError `unavailable` if the queue is full or the wait is too long.
 */
export async function extract(request: Request, limits = LIMITS, signal?: AbortSignal): Promise<Extracted> {
  const found: Extracted = { sections: [] };
  const missing: number[] = [];
  const hear = (message: Reply) => {
    if (message.type === "sections") found.sections.push(...message.sections);
    if (message.type === "pages") found.pages = message.pages;
    if (message.type === "missing") missing.push(message.page);
    if (message.type === "end" && message.sheets) found.sheets = message.sheets;
    if (message.type === "end" && message.isCut) found.note = CUT;
  };
  const isWhole = await converse(request, hear, limits, signal);
  if (!isWhole && found.sections.length === 0) throw new Unread(SLOW, true);
  return { ...found, ...(missing.length > 0 && { missing }), ...(!isWhole && { note: STOPPED }) };
}

/** Calls `take` with the rows of a sheet. Throws Unread, also if the time limit ends. */
export async function extractRows(
  path: string,
  sheet: string,
  take: (rows: string[][]) => void,
  signal?: AbortSignal,
): Promise<void> {
  const hear = (message: Reply) => {
    if (message.type === "rows") take(message.rows);
  };
  if (!(await converse({ path, kind: "zip", sheet }, hear, LIMITS, signal))) throw new Unread(SLOW, true);
}

export type PageImage = Omit<Extract<Reply, { type: "image" }>, "type">;

/** Returns the largest image of each of these pages of a PDF, as raw pixels. */
export async function extractImages(
  path: string,
  pages: readonly number[],
  signal?: AbortSignal,
): Promise<PageImage[]> {
  const images: PageImage[] = [];
  const hear = (message: Reply) => {
    if (message.type === "image") images.push(message);
  };
  await converse({ path, kind: "images", pages }, hear, LIMITS, signal);
  return images;
}

/** Returns true at the end of the file, or false if the time limit ended before. Otherwise throws. */
async function converse(
  request: Request,
  hear: (message: Reply) => void,
  { wallMs, memoryMb }: Limits,
  signal?: AbortSignal,
): Promise<boolean> {
  const read = async (process: Reader, startMs: number) => {
    let characters = 0;
    try {
      return await process.converse("read", Math.max(wallMs - startMs, 1), (message) => {
        characters += sizeOf(message);
        if (characters > MAX_REPLIES) process.kill("garbage");
        else hear(message);
        if (message.type === "end" || message.type === "failed") return message;
      });
    } finally {
      process.kill();
    }
  };
  try {
    const end = await readers().run({ request, memoryMb }, read, { signal });
    if (end.type === "failed") throw new Unread(REASONS[end.why]);
    return true;
  } catch (error) {
    if (!isDied(error) || error.how === "broken") throw error;
    if (error.how === "time" || error.how === "silence") return false;
    if (error.how === "garbage") throw new Unread(REASONS.broken);
    throw new Unread(HEAVY, true);
  }
}

/** A reader that sends more than this does not follow its own limits. */
const MAX_REPLIES = 400_000_000;

function sizeOf(message: Reply): number {
  if (message.type === "sections")
    return message.sections.reduce((sum, { text }) => sum + text.length + 100, 0);
  if (message.type === "rows") return message.rows.reduce((sum, row) => sum + row.join("").length + 100, 0);
  return message.type === "image" ? message.data.length : 100;
}

const REASONS: Record<(typeof WHY)[number], string> = {
  password: "the file is locked with a password: save a copy without one",
  broken: "the file is damaged: open it in its program, then save it again",
  large: "the file is too large when unpacked: divide it into smaller files",
  unsupported: "it is an archive, not a document: unpack it, and upload the files in it",
  "no sheet": "the file has no such sheet",
};
const SLOW = "the file takes too long to read: save it again, or send only the part that matters";
const HEAVY = "the file needs too much memory to read: save it again, or send only the part that matters";
const STOPPED = "reading took too long, so only the beginning is here";
const CUT = "the file is very long, so only the beginning is here";
