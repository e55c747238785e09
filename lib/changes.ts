import { log } from "@/lib/log";
import { listening, type Notice, subscribe } from "@/lib/store/bus";

const PING_MS = 15_000;

/** Server-sent events of the notices that `pick` makes something of, until the client leaves. */
export async function changes(
  request: Request,
  pick: (notice: Notice) => Record<string, unknown> | null | Promise<Record<string, unknown> | null>,
): Promise<Response> {
  await listening();
  const encoder = new TextEncoder();
  let leave = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const unsubscribe = subscribe(async (notice) => {
        try {
          const event = await pick(notice);
          if (event) send(`data: ${JSON.stringify(event)}\n\n`);
        } catch (error) {
          log.warn("A change was not passed on to a tab", error);
        }
      });
      const ping = setInterval(() => send(": still here\n\n"), PING_MS);
      leave = () => {
        clearInterval(ping);
        unsubscribe();
      };
      // The first byte tells the client that it is connected.
      send(": connected\n\n");
      request.signal.addEventListener("abort", leave, { once: true });
    },
    cancel: () => leave(),
  });
  const headers = { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" };
  return new Response(body, { headers });
}
