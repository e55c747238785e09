import { z } from "zod";

/** Where a reader is in a conversation: the first message in view, and how far below the top of the window it begins. */
const place = z.object({ key: z.string(), top: z.number() });
export type ScrollPlace = z.infer<typeof place>;

/** In this window alone: another one that shows the same conversation is elsewhere in it. */
const keyOf = (conversationId: string): string => `easel:scroll:${conversationId}`;

/** Keeps a place for the next document that shows the conversation; without one that is its end. */
export function keepScroll(conversationId: string, at: ScrollPlace | undefined): void {
  try {
    if (at) sessionStorage.setItem(keyOf(conversationId), JSON.stringify(at));
    else sessionStorage.removeItem(keyOf(conversationId));
  } catch {
    // Without storage a conversation opens at its end.
  }
}

/** The place that was kept. It is gone to once: within the document a conversation opens at its end. */
export function takeScroll(conversationId: string): ScrollPlace | undefined {
  try {
    const kept = sessionStorage.getItem(keyOf(conversationId));
    keepScroll(conversationId, undefined);
    return place.safeParse(JSON.parse(kept ?? "null")).data;
  } catch {
    return undefined;
  }
}
