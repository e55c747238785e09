import { APICallError } from "@ai-sdk/provider";
import type { Bytes } from "./post";

const MAX_BYTES = 200_000;
const MAX_READ_MS = 1_000;

/** Thrown when a response is a document instead of an event stream. `start` is its first chunk. */
export class DocumentFound extends Error {
  readonly start: Uint8Array;

  constructor(start: Uint8Array) {
    super("A document instead of events");
    this.start = start;
  }
}

/**
 * Reads the rest of the document. Some servers report an error with status 200, with the message in the
 * document.
 */
export async function documentError(url: string, start: Uint8Array, reader: Bytes): Promise<APICallError> {
  const pieces = [start];
  let size = start.length;
  const until = performance.now() + MAX_READ_MS;
  while (size < MAX_BYTES) {
    const left = Math.max(until - performance.now(), 0);
    const { done, value } = await withinMs(reader.read(), left).catch(() => ({
      done: true,
      value: undefined,
    }));
    if (done || !value) break;
    pieces.push(value);
    size += value.length;
  }
  await reader.cancel().catch(() => {});
  return new APICallError({
    ...{ message: "The model server answered with a document instead of events", url, requestBodyValues: {} },
    ...{ statusCode: 200, isRetryable: false },
    responseBody: Buffer.concat(pieces).toString("utf8").slice(0, MAX_BYTES),
  });
}

export async function withinMs<T>(read: Promise<ReadableStreamReadResult<T>>, ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ done: true; value: undefined }>((resolve) => {
    timer = setTimeout(() => resolve({ done: true, value: undefined }), ms);
  });
  return Promise.race([read, late]).finally(() => clearTimeout(timer));
}
