import { AsyncLocalStorage } from "node:async_hooks";
import type { FetchLike } from "@modelcontextprotocol/client";
import type { Caller } from "@/lib/platform/egress/caller";
import { guardedStream } from "@/lib/platform/egress/guarded-stream";
import { AppError } from "@/lib/shared/errors";
import { Flow } from "./flow";

/** Maximum bytes of one message, or of one response that is not a stream. */
const MAX_MESSAGE = 10_000_000;
/**
 * Time limit for the start of a response. It exceeds the minute that a call may take before its response begins.
 */
const HEADERS_MS = 75_000;
/**
 * Time limit of all requests. It is long, because a GET stream may have no response headers before the
 * server's first message. `Silence` sets a shorter limit for other requests.
 */
const MAX_WAIT_MS = 86_400_000;

export const calling = new AsyncLocalStorage<Caller>();

type WireOptions = {
  /** The caller for requests that belong to no call. */
  caller: Caller;
  /**
   * Called when the server is unreachable or closes the connection, so that open requests will get no response.
   */
  onDown(error: unknown): void;
  isWaiting(): boolean;
};

/** Returns the SDK's `fetch` for a server. It uses the egress guard and limits the responses. */
export function wire({ caller, onDown, isWaiting }: WireOptions): FetchLike {
  const flow = new Flow();
  return async (url, init = {}) => {
    const { method = "GET", body, signal } = init;
    const silence = method === "GET" ? undefined : new Silence(isWaiting);
    const options = {
      caller: calling.getStore() ?? caller,
      method,
      headers: init.headers,
      body:
        typeof body === "string"
          ? body
          : body
            ? new Uint8Array(await new Response(body).arrayBuffer())
            : undefined,
      headersMs: MAX_WAIT_MS,
      allowOwnMcp: true,
      signal: AbortSignal.any([signal, silence?.signal].filter((one) => one !== undefined && one !== null)),
    };
    const answer = await guardedStream(url, options)
      .catch((error: unknown) => {
        if (!signal?.aborted) onDown(error);
        throw error;
      })
      .finally(() => silence?.end());
    if (!answer.body) return answer;
    const isStream = (answer.headers.get("content-type") ?? "").startsWith("text/event-stream");
    const bounded = answer.body.pipeThrough(isStream ? eventBounds(flow) : wholeBounds());
    const watched = reportFailure(bounded, (error) => {
      if (!signal?.aborted) onDown(error);
    });
    return new Response(watched, { status: answer.status, headers: answer.headers });
  };
}

/**
 * Aborts a request if its response does not begin in time. Does not count the time in which the server waits
 * for an answer.
 */
class Silence {
  private readonly over = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  constructor(isWaiting: () => boolean) {
    const wait = () => {
      this.timer = setTimeout(
        () => (isWaiting() ? wait() : this.over.abort(tooSilent())),
        HEADERS_MS,
      ).unref();
    };
    wait();
  }

  get signal(): AbortSignal {
    return this.over.signal;
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

const tooSilent = () =>
  new AppError("unavailable", `The server did not start to respond within ${HEADERS_MS / 1_000} s.`);

function reportFailure(
  stream: ReadableStream<Uint8Array>,
  onFail: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        onFail(error);
        controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const tooLong = () =>
  new AppError(
    "too_large",
    `The server sent a message of more than ${MAX_MESSAGE / 1_000_000} MB, so it was dropped.`,
  );

function wholeBounds(): TransformStream<Uint8Array, Uint8Array> {
  let remainingBytes = MAX_MESSAGE;
  return new TransformStream({
    transform(piece, controller) {
      remainingBytes -= piece.byteLength;
      if (remainingBytes < 0) throw tooLong();
      controller.enqueue(piece);
    },
  });
}

const NEWLINE = 10;
const RETURN = 13;

/** Limits the bytes of each event in a stream, and the rate of events. An event ends with an empty line. */
function eventBounds(flow: Flow): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  /** Bytes since the last line end. A line of 1 byte is empty if that byte is a carriage return. */
  let line = 1;
  return new TransformStream({
    transform(piece, controller) {
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      let events = 0;
      let end = -1;
      let from = 0;
      for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, from)) {
        const length = line + at - from;
        if (length === 0 || (length === 1 && bytes[at - 1] === RETURN)) {
          events++;
          end = at;
        }
        from = at + 1;
        line = 0;
      }
      line += bytes.length - from;
      flow.take(bytes.length, events);
      size = end < 0 ? size + bytes.length : bytes.length - end - 1;
      if (size > MAX_MESSAGE) throw tooLong();
      controller.enqueue(piece);
    },
  });
}
