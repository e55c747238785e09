import type { z } from "zod/mini";
import type { LIVE_EVENTS } from "@/lib/shared/browser/contract";
import { findSession, onSessions, whyBrowserClosed } from "../sessions";
import { type Screen, screenOf, type Viewed } from "./screen";

type Events = typeof LIVE_EVENTS;
export type LiveEvent = { [K in keyof Events]: { event: K; data: z.infer<Events[K]> } }[keyof Events];

/**
 * Yields the state and the newest frame of a conversation's browser after each change, until `left` aborts.
 * Skips frames if the consumer is slow. If no browser is open, yields why it was closed.
 */
export async function* watchBrowser(
  conversationId: string,
  left: AbortSignal,
): AsyncGenerator<LiveEvent, void> {
  const bell = new Bell();
  const unsubscribe = onSessions((session) => session.conversationId === conversationId && bell.ring());
  left.addEventListener("abort", bell.ring);
  let seat = null as Seat | null;
  let hasReported = false;
  try {
    while (!left.aborted) {
      const found = findSession(conversationId);
      const session = found?.closed === null ? found : null;
      if (session !== (seat?.session ?? null)) {
        seat?.leave();
        seat = session && new Seat(session, bell.ring);
        hasReported = false;
      }
      const event: LiveEvent | null = seat ? seat.next() : hasReported ? null : none(conversationId);
      hasReported = true;
      if (event) yield event;
      else await bell.next();
    }
  } finally {
    seat?.leave();
    left.removeEventListener("abort", bell.ring);
    unsubscribe();
  }
}

const none = (conversationId: string): LiveEvent => ({
  event: "closed",
  data: { reason: whyBrowserClosed(conversationId) },
});

class Seat {
  readonly session: Viewed;
  readonly leave: () => void;
  private readonly screen: Screen;
  private state = "";
  private n = 0;

  constructor(session: Viewed, look: () => void) {
    this.session = session;
    this.screen = screenOf(session);
    this.leave = this.screen.join(look);
  }

  next(): LiveEvent | null {
    const state = this.session.state();
    const text = JSON.stringify(state);
    if (text !== this.state) {
      this.state = text;
      return { event: "state", data: state };
    }
    const { frame } = this.screen;
    if (!frame || frame.n === this.n) return null;
    this.n = frame.n;
    this.screen.taken();
    return { event: "frame", data: frame };
  }
}

/** Wakes a waiting loop. A ring before the call of `next` is not lost. */
class Bell {
  private rung = Promise.withResolvers<void>();

  ring = (): void => this.rung.resolve();

  /** Resolves on the next ring, or immediately if it has rung since the last call. */
  async next(): Promise<void> {
    await this.rung.promise;
    this.rung = Promise.withResolvers();
  }
}
