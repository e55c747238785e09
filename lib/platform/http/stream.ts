import { EventResponse } from "./sse";

/** Returns a stream that reads the generator on demand. Cancelling the stream ends the generator. */
export function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Returns an event stream that `listen` can end as well. `listen` returns its unsubscribe function. */
export function endedBy(response: Response, listen: (end: () => void) => () => void): Response {
  if (response instanceof EventResponse) return response.endedBy(listen);
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (!response.body || !isStream) return response;
  const reader = response.body.getReader();
  let isEnded = false;
  let leave = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        leave = listen(() => {
          if (isEnded) return;
          isEnded = true;
          leave();
          controller.close();
          void reader.cancel().catch(() => {});
        });
      },
      async pull(controller) {
        const { done, value } = await reader.read();
        if (isEnded) return;
        if (!done) return controller.enqueue(value);
        isEnded = true;
        leave();
        controller.close();
      },
      cancel(reason) {
        isEnded = true;
        leave();
        return reader.cancel(reason);
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  return new Response(body, response);
}
