import { InvalidResponseDataError } from "@ai-sdk/provider";
import { isCut } from "./failure";

/** What may wait to be read. A model that says more than this ahead of its reader is held back. */
const MOST_WAITING_BYTES = 1_000_000;

/**
 * Fetch for model servers. A web page that comes with 200, or a way to somewhere else, means that the address leads
 * somewhere, but not to a model: the page, read as a stream of events, would pass for an answer that broke off, and the
 * other place would be sent the key that some providers have in a header of their own.
 */
export const modelFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "manual" });
  const { ok, status, headers, body } = response;
  const type = headers.get("content-type");
  const isPage = ok && type?.startsWith("text/html");
  if (!isPage && (status < 300 || status >= 400))
    return body && type?.startsWith("text/event-stream")
      ? new Response(endingWhereItBreaks(body), response)
      : response;
  await body?.cancel();
  const what = isPage ? "a web page" : `the way to another address (${status})`;
  throw new InvalidResponseDataError({ data: null, message: `The model server answered with ${what}` });
};

/**
 * The same events, ending where the connection broke. A stream that fails throws away what nobody has read yet, in
 * itself and in all that is piped from it; one that ends does not, and an answer without its last event is known to
 * have broken off.
 */
function endingWhereItBreaks(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          if (!isCut(error)) throw error;
          controller.close();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING_BYTES }),
  );
}
