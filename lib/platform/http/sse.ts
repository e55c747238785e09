import { UI_MESSAGE_STREAM_HEADERS } from "ai";
import { log } from "@/lib/ground/base/log";
import { type Events, PING_MS, STILL_HERE } from "./direct";

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

/** Server-sent events. The front server writes `events` itself, which is faster than reading the body. */
export class EventResponse extends Response {
  readonly events: Events;

  constructor(events: Events, headers?: HeadersInit) {
    super(bodyOf(events), { headers });
    this.events = events;
  }

  /** Returns an event stream that `listen` can end as well. `listen` returns its unsubscribe function. */
  endedBy(listen: (end: () => void) => () => void): EventResponse {
    const { events, headers } = this;
    let isEnded = false;
    let endRead = (_: typeof END) => {};
    const leave = () => {
      if (isEnded) return;
      isEnded = true;
      stopListening();
      events.leave();
      endRead(END);
    };
    const stopListening = listen(leave);
    const next = () =>
      new Promise<IteratorResult<string, void>>((resolve) => {
        endRead = resolve;
        if (isEnded) return resolve(END);
        void events.next().then((read) => {
          if (read.done) leave();
          resolve(read);
        });
      });
    return new EventResponse({ next, leave }, headers);
  }
}

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
  const events: Events = {
    next: () =>
      chunks.next().catch((error): IteratorReturnResult<void> => {
        log.warn(failure, error);
        return END;
      }),
    leave() {
      gone.abort();
      void chunks.return().catch(() => {});
    },
  };
  const fixed = { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" };
  return new EventResponse(events, { ...headers, ...fixed });
}

const END: IteratorReturnResult<void> = { done: true, value: undefined };

function bodyOf(events: Events): ReadableStream<Uint8Array> {
  let isLeft = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const ping = setInterval(() => {
          if (!isLeft && controller.desiredSize === 0) controller.enqueue(encoder.encode(STILL_HERE));
        }, PING_MS);
        const next = await events.next();
        clearInterval(ping);
        if (isLeft) return;
        if (next.done) controller.close();
        else controller.enqueue(encoder.encode(next.value || STILL_HERE));
      },
      cancel() {
        isLeft = true;
        events.leave();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
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
