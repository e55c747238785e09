import { z } from "zod";

/** Scroll position: the first visible message and its offset in pixels below the top of the viewport. */
const place = z.object({ key: z.string(), top: z.number() });
export type ScrollPlace = z.infer<typeof place>;

const keyOf = (conversationId: string): string => `easel:scroll:${conversationId}`;

/**
 * Stores the scroll position for the next load of the page. Each tab stores its own, because another tab may
 * show another part of the conversation. Undefined means the end of the conversation.
 */
export function keepScroll(conversationId: string, at: ScrollPlace | undefined): void {
  try {
    if (at) sessionStorage.setItem(keyOf(conversationId), JSON.stringify(at));
    else sessionStorage.removeItem(keyOf(conversationId));
  } catch {
    // Without storage a conversation opens at its end.
  }
}

/** Returns the stored position and removes it: within one page load, a conversation opens at its end. */
export function takeScroll(conversationId: string): ScrollPlace | undefined {
  try {
    const stored = sessionStorage.getItem(keyOf(conversationId));
    keepScroll(conversationId, undefined);
    return place.safeParse(JSON.parse(stored ?? "null")).data;
  } catch {
    return undefined;
  }
}
