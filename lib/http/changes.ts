import { log } from "@/lib/log";
import { listening, type Notice, subscribe } from "@/lib/store/bus";

const PING_MS = 15_000;
/** A client that falls this far behind is let go; it comes back and looks for itself. */
const MAX_BEHIND = 4_000_000;

type Event = Record<string, unknown> | null;

/** Server-sent events of the notices that `pick` makes something of, in their order, until the client leaves. */
export async function changes(
  request: Request,
  pick: (notice: Notice) => Event | Promise<Event>,
): Promise<Response> {
  await listening();
  const encoder = new TextEncoder();
  let leave = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let open = true;
        let told = Promise.resolve();
        const send = (text: string) => {
          if (!open) return;
          controller.enqueue(encoder.encode(text));
          if ((controller.desiredSize ?? 0) > -MAX_BEHIND) return;
          leave();
          controller.close();
        };
        const tell = async (notice: Notice) => {
          const event = open && (await pick(notice));
          if (event) send(`data: ${JSON.stringify(event)}\n\n`);
        };
        const unsubscribe = subscribe((notice) => {
          told = told
            .then(() => tell(notice))
            .catch((error) => log.warn("A change was not passed on to a tab", error));
        });
        const ping = setInterval(() => send(": still here\n\n"), PING_MS);
        leave = () => {
          open = false;
          clearInterval(ping);
          unsubscribe();
        };
        // The first byte tells the client that it is connected.
        send(": connected\n\n");
        request.signal.addEventListener("abort", leave, { once: true });
        if (request.signal.aborted) leave();
      },
      cancel: () => leave(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  const headers = { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" };
  return new Response(body, { headers });
}
