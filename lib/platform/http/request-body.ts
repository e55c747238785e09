import { AppError } from "@/lib/shared/errors";
import type { Limits } from "@/lib/shared/text/storable";
import { brokenAt } from "./json-position";
import { tooMuch } from "./json-size";
import { assertStorable } from "./storable";

const MAX_DISCARDED = 64_000_000;
const DISCARD_MS = 10_000;

/**
 * Parses the JSON body of a request; undefined if it is empty. A body over `maxBytes` is detected by its
 * Content-Length or while it arrives, and is never held in memory.
 */
export async function readJson(request: Request, maxBytes: number, limits?: Limits): Promise<unknown> {
  assertLength(request, maxBytes);
  return jsonOfBody(await readBytes(request, maxBytes), request.headers, limits);
}

/** Parses the JSON bytes of a body with these headers; undefined if it is empty. */
export function jsonOfBody(bytes: Uint8Array, headers: Headers, limits?: Limits): unknown {
  if (bytes.length === 0) return undefined;
  assertJson(headers);
  if (limits) assertReadable(bytes, limits);
  const text = decode(bytes);
  const value = parse(text);
  assertStorable(value, limits);
  return value;
}

/** For raised limits: rejects bodies that would block the parser, before parsing. */
function assertReadable(bytes: Uint8Array, { depth, values }: Limits): void {
  const problem = tooMuch(bytes, values);
  if (problem === "many") throw new AppError("too_large", `The body contains more than ${values} values.`);
  if (problem === "deep")
    throw new AppError("invalid", `The body is not valid: it is nested deeper than ${depth} levels.`);
}

/** Rejects a request by its Content-Length, also if its body is never read. */
export function assertLength(request: Request, maxBytes: number): void {
  if (announced(request) > maxBytes) throw tooLarge(maxBytes);
}

/**
 * Reads and discards the rest of an unwanted body. Many clients read the response only after sending
 * everything, and would report a broken connection instead.
 */
export async function discardBody(request: Request): Promise<void> {
  const { body, bodyUsed } = request;
  if (!body || bodyUsed || body.locked || announced(request) > MAX_DISCARDED) return;
  await readAll(body, 0).catch(() => {});
}

/** Returns the bytes of a body of any type. Throws an AppError if there are more than `maxBytes`. */
export async function readBytes({ body }: Request, maxBytes: number): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  const bytes = await readAll(body, maxBytes);
  if (!bytes) throw tooLarge(maxBytes);
  return bytes;
}

/**
 * Returns the bytes of `body`, or undefined if there are more than `maxBytes`; the excess is read and
 * discarded.
 */
async function readAll(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array | undefined> {
  const until = performance.now() + DISCARD_MS;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
    const beyond = length - maxBytes;
    if (beyond > MAX_DISCARDED || (beyond > 0 && performance.now() > until)) break;
  }
  return length > maxBytes ? undefined : chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length);
}

const announced = ({ headers }: Request) => Number(headers.get("content-length") ?? 0);

/** Strict on purpose: a foreign page cannot send this type without a CORS preflight. */
function assertJson(headers: Headers): void {
  const [type = "", ...parameters] = (headers.get("content-type") ?? "").toLowerCase().split(";");
  const charset =
    parameters.map((each) => /^\s*charset="?([^"]*)"?\s*$/.exec(each)?.[1]).find(Boolean) ?? "utf-8";
  const encoding = headers.get("content-encoding") ?? "identity";
  if (type.trim() === "application/json" && charset === "utf-8" && encoding === "identity") return;
  throw new AppError(
    "unsupported_media_type",
    "The body must be plain JSON in UTF-8, sent with the header content-type: application/json.",
  );
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("bad_request", "The body is not valid UTF-8.", { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const at = brokenAt(text);
    const before = text.slice(0, at).split("\n");
    const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1} (position ${at})`;
    const found =
      text[at] === undefined ? "the text ends too early" : `${JSON.stringify(text[at])} is not allowed there`;
    throw new AppError("bad_request", `The body is not valid JSON: ${found}, at ${place}.`, { cause });
  }
}

const tooLarge = (maxBytes: number) =>
  new AppError(
    "too_large",
    `The body is larger than ${maxBytes < 1e6 ? `${Math.round(maxBytes / 1024)} KB` : `${Math.round(maxBytes / 1e6)} MB`}, the maximum here.`,
  );
