import { z } from "zod";
import { singleton } from "@/lib/ground/base/process";
import { Confined, isDied } from "@/lib/ground/processes/confined";
import { ProcessPool } from "@/lib/ground/processes/pool";
import { ipc, nodeProgram, packages } from "@/lib/ground/processes/program";
import { AppError } from "@/lib/shared/errors";

const WALL_MS = 20_000;
const CONCURRENCY = 2;
const HEAP_MB = 400;
const MEMORY_MB = 700;
/** A process whose resident memory has reached this size is ended after its mail. */
const MAX_RSS = 250 * 2 ** 20;
const NICE = 5;

const address = z.strictObject({ name: z.string(), address: z.string() });
const parsedMail = z.strictObject({
  type: z.literal("mail"),
  headers: z.array(z.strictObject({ key: z.string(), value: z.string() })),
  from: address,
  replyTo: z.array(address),
  to: z.array(address),
  cc: z.array(address),
  subject: z.string(),
  text: z.string().nullable(),
  html: z.string().nullable(),
  rss: z.number(),
});
const reply = z.discriminatedUnion("type", [
  parsedMail,
  z.strictObject({ type: z.literal("content"), bytes: z.instanceof(Uint8Array), rss: z.number() }),
  z.strictObject({ type: z.literal("failed"), rss: z.number() }),
]);
type Reply = z.infer<typeof reply>;
export type ParsedMail = Omit<z.infer<typeof parsedMail>, "type" | "rss">;

type Parser = Confined<Reply, { bytes: Uint8Array; content: boolean }>;

const parsers = () =>
  singleton(
    "mail.parsers",
    () => new ProcessPool<Parser, null>({ name: "The mail parser", max: () => CONCURRENCY, start: parser }),
    (pool) => pool.close(),
  );

/** Parses a mail, or the headers and the content of one part. Throws `invalid` if that fails or exceeds the limits. */
export async function parseMail(bytes: Uint8Array, signal: AbortSignal): Promise<ParsedMail> {
  const parsed = await run({ bytes, content: false }, signal);
  if (parsed.type === "mail") return parsed;
  throw unreadable();
}

/** Decodes the content of one part, given with its headers. */
export async function decodePart(bytes: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  const parsed = await run({ bytes, content: true }, signal);
  if (parsed.type === "content") return parsed.bytes;
  throw unreadable();
}

async function run(request: { bytes: Uint8Array; content: boolean }, signal: AbortSignal): Promise<Reply> {
  const read = (process: Parser, startMs: number) =>
    process.converse(request, Math.max(WALL_MS - startMs, 1), (answer) => {
      if (answer.rss >= MAX_RSS) process.kill();
      return answer;
    });
  try {
    return await parsers().run(null, read, { signal });
  } catch (error) {
    if (isDied(error) && error.how !== "broken") throw unreadable();
    throw error;
  }
}

const unreadable = () => new AppError("invalid", "This mail is damaged or too large to read.");

const parser = (): Parser =>
  new Confined({
    program: nodeProgram({
      modulePath: "tools/mail",
      reads: packages(),
      flags: ["--allow-worker"],
      heapMb: HEAP_MB,
      settings: { memoryMb: MEMORY_MB },
      channel: ipc("advanced"),
      nice: NICE,
    }),
    messageSchema: reply,
    memoryMb: MEMORY_MB,
  });
