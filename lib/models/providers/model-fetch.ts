import { InvalidResponseDataError } from "@ai-sdk/provider";
import { z } from "zod";
import { withoutInvisible } from "@/lib/shared/text/invisible";
import { toStorableJson } from "@/lib/shared/text/storable";
import { DocumentFound, documentError, withinMs } from "./document-answer";
import { isCut } from "./failure";
import { tolerantEvents } from "./tolerant-events";

/** What may wait to be read. A model that says more than this ahead of its reader is held back. */
const MAX_WAITING_BYTES = 1_000_000;
/** Of one answer: several times the longest that any model gives, and the largest pictures. */
const MAX_BYTES = 100_000_000;
/** Of one event: a picture may be in it. */
const MAX_EVENT_BYTES = 30_000_000;
const MAX_ERROR_BYTES = 200_000;

/** Fetch for model servers that answer in one piece. */
export const modelFetch: typeof fetch = async (input, init) => {
  const response = await ask(input, init);
  const { ok, body } = response;
  return ok && body ? new Response(upTo(MAX_BYTES, body), response) : response;
};

/** How the providers are asked for a stream of events: by the body, the address or a header. */
const ASKS_FOR_EVENTS = /"stream":true|:streamGenerateContent|"ai-language-model-streaming":"true"/;

/** Fetch for language models: a document in place of the events that were asked for is no answer. */
export const eventFetch: typeof fetch = async (input, init) => {
  if (!asksForEvents(input, init)) return modelFetch(input, init);
  const response = await ask(input, init);
  if (!response.ok) return response;
  if (!response.body) throw broken(`answered with nothing (${response.status})`);
  const url = input instanceof Request ? input.url : String(input);
  return new Response(eventsIn(response.body, url), response);
};

/** The same for the AI SDK's parsers, which no odd event stops. */
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
 * A web page that comes with 200, or a way to somewhere else, means that the address leads somewhere, but not to a model:
 * the other place would be sent the key that some providers have in a header of their own.
 */
async function ask(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const body = typeof init?.body === "string" ? readable(init.body) : init?.body;
  const response = await fetch(input, { ...init, ...(body != null && { body }), redirect: "manual" });
  const { ok, status, headers, body: answer } = response;
  const isPage = ok && headers.get("content-type")?.startsWith("text/html");
  if (isPage || (status >= 300 && status < 400)) {
    await answer?.cancel();
    throw broken(`answered with ${isPage ? "a web page" : `the way to another address (${status})`}`);
  }
  return ok || !answer ? response : new Response(upTo(MAX_ERROR_BYTES, answer), response);
}

/**
 * Strict parsers answer 400 to a lone surrogate, and to every later request of the conversation. Characters that the user
 * cannot see must not reach the model, whatever they were in.
 */
const readable = (json: string): string => withoutInvisible(toStorableJson(json)).text;

const broken = (what: string) =>
  new InvalidResponseDataError({ data: null, message: `The model server ${what}` });

function upTo(most: number, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let left = most;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) controller.terminate();
    },
  });
  return body.pipeThrough(limit);
}

/** So long after its last event an answer is over whose model has said why it ended. */
const LAST_EVENT_MS = 2_000;

/** What a whole document begins with, and an event never does: JSON, a page. */
const DOCUMENT = /^\s*[{["<]/;
const [LF = 0, CR = 0] = Buffer.from("\n\r");

/**
 * The same events in whole lines, ending where the answer does, also if its server keeps the connection, or where the
 * connection broke. A stream that fails throws away what nobody has
 * read yet, in itself and in all that is piped from it; one that ends does not, and an answer without its last event is
 * known to have broken off. Whoever takes lines apart looks through an unfinished one again with every piece of it.
 */
function eventsIn(body: ReadableStream<Uint8Array>, url: string): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let line: Uint8Array[] = [];
  let [inLine, total] = [0, 0];
  let state: State = "open";
  let lastEventAt = 0;

  /** What is whole now, or undefined. */
  function take(piece: Uint8Array): Uint8Array | undefined {
    if (total === 0 && DOCUMENT.test(Buffer.from(piece).toString("latin1", 0, 100)))
      throw new DocumentFound(piece);
    total += piece.length;
    const end = Math.max(piece.lastIndexOf(LF), piece.lastIndexOf(CR)) + 1;
    const whole = end > 0 ? Buffer.concat([...line, piece.subarray(0, end)]) : undefined;
    if (whole) [line, inLine] = [[], 0];
    line.push(piece.subarray(end));
    inLine += piece.length - end;
    if (total > MAX_BYTES || inLine > MAX_EVENT_BYTES) throw broken("answers without end");
    return whole;
  }

  /** The next piece; the end, where nothing more has to come and nothing comes. */
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
            // An event counts when an empty line follows.
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

/** What a server sends after its last event is the end of its answer, and then its connection serves the next request. */
const END_MS = 1_000;

async function leave(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  await withinMs(reader.read(), END_MS).catch(() => {});
  await reader.cancel().catch(() => {});
}

/** `finished`: the model has said why it ended, and at most counts of tokens are still to come; `over`: nothing is. */
type State = "open" | "finished" | "over";

const EMPTY_LINE = Buffer.from("\n\n");
/** What the last events of all wire formats hold. Others may hold it, too, so what it finds is parsed. */
const MAYBE_LAST =
  /\[DONE\]|"(message_stop|response\.(completed|incomplete|failed)|finish)"|"finish_?[rR]eason"\s*:\s*"/;
const DATA = /^data:[ \t]?(.*)$/gm;

/** The last events: Anthropic's, those of OpenAI's responses, the AI gateway's. */
const OVER = new Set([
  "message_stop",
  ...["response.completed", "response.incomplete", "response.failed"],
  "finish",
]);
/** What chat completions and Gemini say of why a model ended. */
const finishing = z.looseObject({
  type: z.string().optional(),
  choices: z.array(z.looseObject({ finish_reason: z.string().nullish() })).optional(),
  candidates: z.array(z.looseObject({ finishReason: z.string().nullish() })).optional(),
});

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Whether there is more than comments. */
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
