import { log } from "@/lib/ground/base/log";
import { listening, type Notice, subscribe } from "@/lib/store/bus";
import { CONNECTED, sse, sseEvent } from "./sse";

/** A client with more pending notices is disconnected. It reconnects and refetches. */
const MAX_BEHIND = 20_000;

type Event = Record<string, unknown> | null;
type Pick = (notice: Notice) => Event | Promise<Event>;

/**
 * Streams the notices that `pick` maps to events, in order, until the client disconnects. `first` is sent before
 * them.
 */
export async function changes(request: Request, pick: Pick, first: Event = null): Promise<Response> {
  await listening();
  const failure = "A tab no longer receives changes";
  return sse((left) => follow(pick, first, left), { failure, signal: request.signal });
}

async function* follow(pick: Pick, first: Event, left: AbortSignal): AsyncGenerator<string, void> {
  const waiting: Notice[] = [];
  let news = Promise.withResolvers<void>();
  let isOver = left.aborted;
  const end = () => {
    isOver = true;
    news.resolve();
  };
  const unsubscribe = subscribe((notice) => {
    waiting.push(notice);
    // After a gap, disconnect: the client reconnects and refetches what it missed.
    if (notice.type === "gap" || waiting.length > MAX_BEHIND) end();
    else news.resolve();
  });
  left.addEventListener("abort", end);
  try {
    yield CONNECTED;
    if (first) yield sseEvent(JSON.stringify(first));
    while (!isOver) {
      await news.promise;
      news = Promise.withResolvers();
      for (const notice of waiting.splice(0)) {
        if (isOver) return;
        const event = await eventFor(pick, notice);
        if (event) yield sseEvent(JSON.stringify(event));
      }
    }
  } finally {
    left.removeEventListener("abort", end);
    unsubscribe();
  }
}

const eventFor = async (pick: Pick, notice: Notice): Promise<Event> => {
  try {
    return await pick(notice);
  } catch (error) {
    log.warn("A change was not sent to a tab", error);
    return null;
  }
};
