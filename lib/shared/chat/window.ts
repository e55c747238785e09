/** Messages of a conversation that a page shows first, and that it loads at once when the user scrolls up. */
export const WINDOW = 50;

/**
 * A window of a conversation: at least its newest `limit` messages, and all from the visible message `reach` on. It
 * begins with a user message and contains every message with an open ask.
 */
export type ConversationWindow = { limit: number; reach?: string };

/** About `limit` messages before a visible message. */
export type EarlierPage = { limit: number; before: string };
