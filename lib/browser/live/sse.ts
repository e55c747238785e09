import { log } from "@/lib/log";
import type { LiveEvent } from "./watch";

const encoder = new TextEncoder();

/** Events as server-sent ones. The next is asked for when the client has taken the one before. */
export function sse(
  request: Request,
  follow: (left: AbortSignal) => AsyncGenerator<LiveEvent | null>,
): Response {
  let isCancelled = false;
  const left = new AbortController();
  const leave = () => left.abort();
  request.signal.addEventListener("abort", leave, { once: true });
  if (request.signal.aborted) leave();
  const events = follow(left.signal);
  const body = new ReadableStream<Uint8Array>(
    {
      // The first byte tells the client that it is connected.
      start: (controller) => controller.enqueue(encoder.encode(": connected\n\n")),
      async pull(controller) {
        const next = await events.next().catch(broken);
        if (isCancelled) return;
        if (next.done) controller.close();
        else controller.enqueue(encoder.encode(text(next.value)));
      },
      cancel() {
        isCancelled = true;
        request.signal.removeEventListener("abort", leave);
        leave();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  const headers = { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" };
  return new Response(body, { headers });
}

const text = (event: LiveEvent | null): string =>
  event ? `event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n` : ": still here\n\n";

function broken(error: unknown): IteratorReturnResult<void> {
  log.warn("A tab cannot watch the browser any more", error);
  return { done: true, value: undefined };
}
