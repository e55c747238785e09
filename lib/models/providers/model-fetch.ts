import { InvalidResponseDataError } from "@ai-sdk/provider";
import { withoutInvisible } from "@/lib/shared/text/invisible";
import { toStorableJson } from "@/lib/shared/text/storable";
import { DocumentFound, documentError, withinMs } from "./document-answer";
import { isCut } from "./failure";
import { type Bytes, type JsonRequest, post, streamOf } from "./post";
import { eventBytes, isFields, type ModelEvent, TolerantEvents } from "./tolerant-events";

/** Bytes to buffer for a slow reader. When the buffer is full, backpressure pauses the response. */
const MAX_WAITING_BYTES = 1_000_000;
/** Bytes of one response: several times the longest answer of any model, and the largest images. */
const MAX_BYTES = 100_000_000;
/** Bytes of one event, which may contain an image. */
const MAX_EVENT_BYTES = 30_000_000;
const MAX_ERROR_BYTES = 200_000;

/** `fetch` for model servers that respond in one piece. */
export const modelFetch: typeof fetch = async (input, init) => {
  const response = await ask(input, init);
  const { ok, body } = response;
  return ok && body ? new Response(upTo(MAX_BYTES, body), response) : response;
};

/** Matches requests that ask for an event stream, by their body, address or header. */
const ASKS_FOR_EVENTS = /"stream":true|:streamGenerateContent|"ai-language-model-streaming":"true"/;

/**
 * `fetch` for language models. If the request asks for events, a response with a document instead, such as a
 * web page, is an error, and odd events that would stop the AI SDK's parsers are repaired.
 */
export const eventFetch: typeof fetch = async (input, init) => {
  if (!asksForEvents(input, init)) return modelFetch(input, init);
  const response = await ask(input, init);
  if (!response.ok) return response;
  if (!response.body) throw broken(`sent an empty answer (${response.status})`);
  const url = input instanceof Request ? input.url : String(input);
  return new Response(bytesOf(eventsIn(response.body.getReader(), url)), response);
};

/** Sends a request for events. Returns the events, or the response if the server refuses the request. */
export async function askForEvents(
  url: string,
  { body, ...request }: JsonRequest,
): Promise<{ headers: Headers; events: EventReader } | Response> {
  const answer = await post(url, { ...request, body: readable(body) });
  const { status, statusText, headers } = answer;
  const isOk = status >= 200 && status < 300;
  assertNoPage(status, headers, answer);
  if (isOk) return { headers, events: eventsIn(answer, url) };
  return new Response(upTo(MAX_ERROR_BYTES, streamOf(answer)), { status, statusText, headers });
}

const asksForEvents = (...[input, init]: Parameters<typeof fetch>): boolean =>
  ASKS_FOR_EVENTS.test(JSON.stringify([input, Object.fromEntries(new Headers(init?.headers))]) + init?.body);

/**
 * Sends a request. A web page or a redirect as response means that the address is not a model server's.
 * Redirects are not followed, because the target would receive the key of a provider that sends it in its own
 * header.
 */
async function ask(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const body = typeof init?.body === "string" ? readable(init.body) : init?.body;
  const response = await fetch(input, { ...init, ...(body != null && { body }), redirect: "manual" });
  const { ok, status, headers, body: answer } = response;
  assertNoPage(status, headers, answer);
  return ok || !answer ? response : new Response(upTo(MAX_ERROR_BYTES, answer), response);
}

function assertNoPage(status: number, headers: Headers, body: { cancel(): Promise<void> } | null): void {
  const isPage = status >= 200 && status < 300 && headers.get("content-type")?.startsWith("text/html");
  if (!isPage && (status < 300 || status >= 400)) return;
  body?.cancel().catch(() => {});
  throw broken(`answered with ${isPage ? "a web page" : `a redirect (${status})`}`);
}

/**
 * Removes lone surrogates and invisible characters from a request. Strict parsers would reject a lone
 * surrogate with status 400 in every later request of the conversation. The model must not read characters
 * that the user cannot see.
 */
const readable = (json: string): string => withoutInvisible(toStorableJson(json)).text;

const broken = (what: string) =>
  new InvalidResponseDataError({ data: null, message: `The model server ${what}` });

function upTo(maxBytes: number, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let left = maxBytes;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) controller.terminate();
    },
  });
  return body.pipeThrough(limit);
}

/**
 * Milliseconds after the last event until an answer counts as ended, if the model has given its finish reason.
 */
const LAST_EVENT_MS = 2_000;

/** The start of a document (JSON or a web page), which no event has. */
const DOCUMENT = /^\s*[{["<]/;
const [LF = 0, CR = 0] = Buffer.from("\n\r");

/** The events of a response, in groups that arrived together. No group is empty. */
export type EventReader = {
  /** Returns null at the end. */
  next(): Promise<ModelEvent[] | null>;
  cancel(reason?: unknown): Promise<void>;
};

/**
 * Reads and repairs events. They end when the answer ends, even if the server keeps the connection open, or when
 * the connection breaks: an error would discard everything unread. The caller recognizes the incomplete answer by
 * the missing last event.
 */
function eventsIn(reader: Bytes, url: string): EventReader {
  const events = new TolerantEvents();
  let line: Uint8Array[] = [];
  let [inLine, total] = [0, 0];
  let state: State = "open";
  let lastEventAt = 0;
  let hasEnded = false;

  function take(piece: Uint8Array): Uint8Array | undefined {
    if (total === 0 && DOCUMENT.test(Buffer.from(piece).toString("latin1", 0, 100)))
      throw new DocumentFound(piece);
    total += piece.length;
    const end = Math.max(piece.lastIndexOf(LF), piece.lastIndexOf(CR)) + 1;
    const whole = end > 0 ? Buffer.concat([...line, piece.subarray(0, end)]) : undefined;
    if (whole) [line, inLine] = [[], 0];
    line.push(piece.subarray(end));
    inLine += piece.length - end;
    if (total > MAX_BYTES || inLine > MAX_EVENT_BYTES) throw broken("sent an endless answer");
    return whole;
  }

  /**
   * Reads the next chunk. After the finish reason, returns the end of the stream if no chunk arrives in time.
   */
  function read() {
    const next = reader.read();
    return state === "open" ? next : withinMs(next, lastEventAt + LAST_EVENT_MS - performance.now());
  }

  /** Returns null if the response has ended before another event. */
  async function more(): Promise<ModelEvent[] | null> {
    for (let next = await read(); !next.done; next = await read()) {
      const whole = take(next.value);
      if (!whole) continue;
      const found = events.read(whole);
      if (holdsEvent(whole)) lastEventAt = performance.now();
      state = stateAfter(whole, state);
      if (state === "over") {
        void leave(reader);
        // An empty line completes the last event.
        return [...found, ...events.read(EMPTY_LINE), ...rest()];
      }
      if (found.length > 0) return found;
    }
    if (state !== "open") void leave(reader);
    return null;
  }

  function rest(): ModelEvent[] {
    hasEnded = true;
    return [...(inLine > 0 ? events.read(Buffer.concat(line)) : []), ...events.end()];
  }

  return {
    async next() {
      if (hasEnded) return null;
      try {
        const found = await more();
        if (found) return found;
      } catch (error) {
        if (error instanceof DocumentFound) throw await documentError(url, error.start, reader);
        if (!isCut(error)) {
          await reader.cancel().catch(() => {});
          throw error;
        }
      }
      const last = rest();
      return last.length > 0 ? last : null;
    },
    cancel: (reason) => reader.cancel(reason),
  };
}

/** Returns the events as a stream of bytes, in whole lines, so that parsers do not scan an unfinished line again. */
const bytesOf = (events: EventReader): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await events.next();
        if (next) controller.enqueue(eventBytes(next));
        else controller.close();
      },
      cancel: (reason) => events.cancel(reason),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
  );

/**
 * Milliseconds to wait for the end of the HTTP response after the model's last event. If the response ends in
 * time, the connection can be reused.
 */
const END_MS = 1_000;

async function leave(reader: Bytes): Promise<void> {
  await withinMs(reader.read(), END_MS).catch(() => {});
  await reader.cancel().catch(() => {});
}

/**
 * `finished` means that the model gave its finish reason and only token counts may follow. `over` means that the
 * last event of the answer has arrived.
 */
type State = "open" | "finished" | "over";

const EMPTY_LINE = Buffer.from("\n\n");
/**
 * Matches text in the last event of each wire format. Other events may contain the text, too, so a match is
 * parsed.
 */
const MAYBE_LAST =
  /\[DONE\]|"(message_stop|response\.(completed|incomplete|failed)|finish)"|"finish_?[rR]eason"\s*:\s*"/;
const DATA = /^data:[ \t]?(.*)$/gm;

/** The last events of Anthropic, of OpenAI's responses and of the AI gateway. */
const OVER = new Set([
  "message_stop",
  ...["response.completed", "response.incomplete", "response.failed"],
  "finish",
]);

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const holdsEvent = (lines: Uint8Array) => bufferOf(lines).includes("data:");

function stateAfter(lines: Uint8Array, before: State): State {
  const text = bufferOf(lines).toString("latin1");
  let state = before;
  if (!MAYBE_LAST.test(text)) return state;
  for (const [, data = ""] of text.matchAll(DATA)) {
    const now = data.trim() === "[DONE]" ? "over" : MAYBE_LAST.test(data) ? stateIn(data) : "open";
    if (now !== "open") state = now;
    if (state === "over") return state;
  }
  return state;
}

function stateIn(data: string): State {
  try {
    const event: unknown = JSON.parse(data);
    if (!isFields(event)) return "open";
    if (typeof event.type === "string" && OVER.has(event.type)) return "over";
    const hasReason = (list: unknown, name: string) =>
      Array.isArray(list) && list.some((one) => isFields(one) && typeof one[name] === "string" && one[name]);
    const isFinished =
      hasReason(event.choices, "finish_reason") || hasReason(event.candidates, "finishReason");
    return isFinished ? "finished" : "open";
  } catch {
    return "open";
  }
}
