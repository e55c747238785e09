import { UI_MESSAGE_STREAM_HEADERS } from "ai";
import { log } from "@/lib/ground/base/log";

/** A comment now and then keeps proxies from closing a quiet stream, and finds out clients that are gone. */
const PING_MS = 15_000;
const STILL_HERE = ": still here\n\n";
/** For a source that waits for something to happen: the first byte tells the client that it is connected. */
export const CONNECTED = ": connected\n\n";

const encoder = new TextEncoder();

type Options = {
  /** Told in the log when the source fails, which ends the stream: the client looks for itself and comes back. */
  failure: string;
  /** Of the request, which ends the stream, too. */
  signal?: AbortSignal;
  headers?: HeadersInit;
};

/** One event of a stream: `data` is one line, such as JSON. */
export const sseEvent = (data: string, name?: string): string =>
  `${name === undefined ? "" : `event: ${name}\n`}data: ${data}\n\n`;

/**
 * Server-sent events as an HTTP response, the one way in which streams leave this server. The source gives texts of whole
 * events; the next is taken when the client is ready for it, and an empty one sends a comment. `left` is aborted when the
 * client has gone, so that a source that waits can end.
 */
export function sse(
  source: (left: AbortSignal) => AsyncGenerator<string, void>,
  { failure, signal, headers }: Options,
): Response {
  const gone = new AbortController();
  const texts = source(signal ? AbortSignal.any([gone.signal, signal]) : gone.signal);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const ping = setInterval(() => {
          const isAwaited = !gone.signal.aborted && controller.desiredSize === 0;
          if (isAwaited) controller.enqueue(encoder.encode(STILL_HERE));
        }, PING_MS);
        const next = await texts.next().catch((error): IteratorReturnResult<void> => {
          log.warn(failure, error);
          return { done: true, value: undefined };
        });
        clearInterval(ping);
        if (gone.signal.aborted) return;
        if (next.done) controller.close();
        else controller.enqueue(encoder.encode(next.value || STILL_HERE));
      },
      cancel() {
        gone.abort();
        void texts.return().catch(() => {});
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  const fixed = { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" };
  return new Response(body, { headers: { ...headers, ...fixed } });
}

/** What a run tells, as a UI message stream of the AI SDK: `batches` of chunks as JSON. */
export const chunkEvents = (batches: AsyncGenerator<string[], void>): Response =>
  sse(() => asEvents(batches), { failure: BROKEN, headers: UI_MESSAGE_STREAM_HEADERS });

async function* asEvents(batches: AsyncGenerator<string[], void>): AsyncGenerator<string, void> {
  try {
    for await (const batch of batches) yield batch.map((chunk) => sseEvent(chunk)).join("");
  } catch (error) {
    log.warn(BROKEN, error);
  }
  yield sseEvent("[DONE]");
}

const BROKEN = "A tab cannot follow a run any more";
