import { UI_MESSAGE_STREAM_HEADERS } from "ai";
import { log } from "@/lib/ground/base/log";

/** Interval of comments, which keep proxies from closing a quiet stream and reveal disconnected clients. */
const PING_MS = 15_000;
const STILL_HERE = ": still here\n\n";
/**
 * First chunk of a stream whose source may have no event for a while. It tells the client that it is
 * connected.
 */
export const CONNECTED = ": connected\n\n";

const encoder = new TextEncoder();

type Options = {
  /** Log message if the source fails. The stream then ends, and the client reconnects. */
  failure: string;
  /** The request's signal, which also ends the stream. */
  signal?: AbortSignal;
  headers?: HeadersInit;
};

/** Formats one event. `data` must be a single line, such as JSON. */
export const sseEvent = (data: string, name?: string): string =>
  `${name === undefined ? "" : `event: ${name}\n`}data: ${data}\n\n`;

/**
 * Returns server-sent events as a response. All event streams of this server use it. The source yields
 * strings of whole events and is read as fast as the client receives; an empty string sends a comment. `left`
 * is aborted when the client disconnects, so that a waiting source can end.
 */
export function sse(
  source: (left: AbortSignal) => AsyncGenerator<string, void>,
  { failure, signal, headers }: Options,
): Response {
  const gone = new AbortController();
  const chunks = source(signal ? AbortSignal.any([gone.signal, signal]) : gone.signal);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const ping = setInterval(() => {
          const isAwaited = !gone.signal.aborted && controller.desiredSize === 0;
          if (isAwaited) controller.enqueue(encoder.encode(STILL_HERE));
        }, PING_MS);
        const next = await chunks.next().catch((error): IteratorReturnResult<void> => {
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
        void chunks.return().catch(() => {});
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  const fixed = { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" };
  return new Response(body, { headers: { ...headers, ...fixed } });
}

/** Returns a run's UI message stream in the AI SDK's format. `batches` contain chunks as JSON. */
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

const BROKEN = "A tab no longer receives the stream of a run";
