import { InvalidResponseDataError } from "@ai-sdk/provider";
import { z } from "zod";
import { withoutInvisible } from "@/lib/shared/text/invisible";
import { toStorableJson } from "@/lib/shared/text/storable";
import { DocumentFound, documentError, withinMs } from "./document-answer";
import { isCut } from "./failure";
import { tolerantEvents } from "./tolerant-events";

/** Bytes that may be buffered. Backpressure stops a model that is further ahead of its reader. */
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

/** Matches requests for an event stream: by the body, the address or a header. */
const ASKS_FOR_EVENTS = /"stream":true|:streamGenerateContent|"ai-language-model-streaming":"true"/;

/** `fetch` for language models. If the request asks for events, a response that is a document is an error. */
export const eventFetch: typeof fetch = async (input, init) => {
  if (!asksForEvents(input, init)) return modelFetch(input, init);
  const response = await ask(input, init);
  if (!response.ok) return response;
  if (!response.body) throw broken(`sent an empty answer (${response.status})`);
  const url = input instanceof Request ? input.url : String(input);
  return new Response(eventsIn(response.body, url), response);
};

/** Like `eventFetch`, but repairs odd events that would stop the AI SDK's parsers. */
export const tolerantFetch: typeof fetch = async (input, init) => {
  const response = await eventFetch(input, init);
  const { ok, body } = response;
  return ok && body && asksForEvents(input, init)
    ? new Response(body.pipeThrough(tolerantEvents()), response)
    : response;
};

const asksForEvents = (...[input, init]: Parameters<typeof fetch>): boolean =>
  ASKS_FOR_EVENTS.test(JSON.stringify([input, Object.fromEntries(new Headers(init?.headers))]) + init?.body);

/**
 * A web page or a redirect means that the address is not a model's. Redirects are not followed, because the
 * target would receive the key of providers that use their own header.
 */
async function ask(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const body = typeof init?.body === "string" ? readable(init.body) : init?.body;
  const response = await fetch(input, { ...init, ...(body != null && { body }), redirect: "manual" });
  const { ok, status, headers, body: answer } = response;
  const isPage = ok && headers.get("content-type")?.startsWith("text/html");
  if (isPage || (status >= 300 && status < 400)) {
    await answer?.cancel();
    throw broken(`answered with ${isPage ? "a web page" : `a redirect (${status})`}`);
  }
  return ok || !answer ? response : new Response(upTo(MAX_ERROR_BYTES, answer), response);
}

/**
 * Strict parsers reject a lone surrogate with status 400, also in every later request of the conversation.
 * Characters that the user cannot see must not reach the model from any source.
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

/** If the model has given its finish reason, the answer ends this long after the last event. */
const LAST_EVENT_MS = 2_000;

/** The start of a document (JSON or a web page), which no event has. */
const DOCUMENT = /^\s*[{["<]/;
const [LF = 0, CR = 0] = Buffer.from("\n\r");

/**
 * Passes events on in whole lines, and ends the stream with the answer even if the server keeps the
 * connection open. If the connection breaks, the stream ends instead of failing, because a failing stream
 * discards everything unread, also in streams piped from it. The missing last event still shows that the
 * answer is incomplete. Whole lines save parsers from scanning an unfinished line again with each piece.
 */
function eventsIn(body: ReadableStream<Uint8Array>, url: string): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let line: Uint8Array[] = [];
  let [inLine, total] = [0, 0];
  let state: State = "open";
  let lastEventAt = 0;

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
   * Reads the next piece. After the finish reason, returns the end of the stream if nothing arrives in time.
   */
  function read() {
    const next = reader.read();
    return state === "open" ? next : withinMs(next, lastEventAt + LAST_EVENT_MS - performance.now());
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          for (let next = await read(); !next.done; next = await read()) {
            const whole = take(next.value);
            if (!whole) continue;
            controller.enqueue(whole);
            if (holdsEvent(whole)) lastEventAt = performance.now();
            state = stateAfter(whole, state);
            if (state !== "over") return;
            // The empty line completes the event.
            controller.enqueue(EMPTY_LINE);
            break;
          }
          if (state !== "open") void leave(reader);
        } catch (error) {
          if (error instanceof DocumentFound) throw await documentError(url, error.start, reader);
          if (!isCut(error)) {
            await reader.cancel().catch(() => {});
            throw error;
          }
        }
        if (inLine > 0) controller.enqueue(Buffer.concat(line));
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
  );
}

/** Time for the end of the response. If it arrives, the connection can be reused. */
const END_MS = 1_000;

async function leave(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  await withinMs(reader.read(), END_MS).catch(() => {});
  await reader.cancel().catch(() => {});
}

/**
 * `finished`: the model gave its finish reason, and only token counts may follow. `over`: the answer has
 * ended.
 */
type State = "open" | "finished" | "over";

const EMPTY_LINE = Buffer.from("\n\n");
/** Text in the last events of all wire formats. Other events may contain it, so matches are parsed. */
const MAYBE_LAST =
  /\[DONE\]|"(message_stop|response\.(completed|incomplete|failed)|finish)"|"finish_?[rR]eason"\s*:\s*"/;
const DATA = /^data:[ \t]?(.*)$/gm;

/** The last events of Anthropic, of OpenAI's responses and of the AI gateway. */
const OVER = new Set([
  "message_stop",
  ...["response.completed", "response.incomplete", "response.failed"],
  "finish",
]);
/** The finish reasons of chat completions and Gemini. */
const finishing = z.looseObject({
  type: z.string().optional(),
  choices: z.array(z.looseObject({ finish_reason: z.string().nullish() })).optional(),
  candidates: z.array(z.looseObject({ finishReason: z.string().nullish() })).optional(),
});

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
    const { type = "", choices = [], candidates = [] } = finishing.parse(JSON.parse(data));
    if (OVER.has(type)) return "over";
    const isFinished = choices.some((one) => one.finish_reason) || candidates.some((one) => one.finishReason);
    return isFinished ? "finished" : "open";
  } catch {
    return "open";
  }
}
