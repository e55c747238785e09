import { log } from "@/lib/ground/base/log";
import { listening, type Notice, subscribe } from "@/lib/store/bus";
import { CONNECTED, sse, sseEvent } from "./sse";

/** A client with more pending notices is disconnected. It reconnects and refetches. */
const MAX_BEHIND = 20_000;

type Event = Record<string, unknown> | null;
type Pick = (notice: Notice) => Event | Promise<Event>;

/** Further source of events, as JSON. Returns the function that unsubscribes. */
type Source = (push: (event: string) => void) => () => void;
type Options = { first?: Event; also?: Source };

/**
 * Streams the notices that `pick` maps to events, in order, until the client disconnects. `first` is sent before
 * them, and the events of `also` among them.
 */
export async function changes(request: Request, pick: Pick, options: Options = {}): Promise<Response> {
  await listening();
  const failure = "A tab no longer receives changes";
  return sse((left) => follow(pick, options, left), { failure, signal: request.signal });
}

async function* follow(
  pick: Pick,
  { first, also }: Options,
  left: AbortSignal,
): AsyncGenerator<string, void> {
  const waiting: (Notice | string)[] = [];
  let news = Promise.withResolvers<void>();
  let isOver = left.aborted;
  const end = () => {
    isOver = true;
    news.resolve();
  };
  const add = (item: Notice | string) => {
    waiting.push(item);
    // After a gap, disconnect: the client reconnects and refetches what it missed.
    if ((typeof item !== "string" && item.type === "gap") || waiting.length > MAX_BEHIND) end();
    else news.resolve();
  };
  // `also` has the changes of rooms, gathered; as notices there can be thousands a second.
  const unsubscribe = subscribe((notice) => notice.type !== "room" && add(notice));
  const leaveAlso = also?.(add);
  left.addEventListener("abort", end);
  try {
    yield CONNECTED;
    if (first) yield sseEvent(JSON.stringify(first));
    while (!isOver) {
      await news.promise;
      news = Promise.withResolvers();
      for (const item of waiting.splice(0)) {
        if (isOver) return;
        const event = typeof item === "string" ? item : await eventFor(pick, item);
        if (event) yield sseEvent(event);
      }
    }
  } finally {
    left.removeEventListener("abort", end);
    unsubscribe();
    leaveAlso?.();
  }
}

const eventFor = async (pick: Pick, notice: Notice): Promise<string | null> => {
  try {
    const event = await pick(notice);
    return event && JSON.stringify(event);
  } catch (error) {
    log.warn("A change was not sent to a tab", error);
    return null;
  }
};
