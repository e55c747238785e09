import * as z from "zod/mini";

/* State of the live view of a conversation's browser. Positions are in CSS pixels of the viewport. */

export const browserTarget = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  label: z.string(),
  action: z.string(),
});
export type BrowserTarget = z.infer<typeof browserTarget>;

export const browserDialog = z.object({
  id: z.string(),
  kind: z.enum(["alert", "confirm", "prompt"]),
  message: z.string(),
  value: z.string(),
});
export type BrowserDialog = z.infer<typeof browserDialog>;

export const browserTab = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  isCurrent: z.boolean(),
});
export type BrowserTab = z.infer<typeof browserTab>;

export const browserState = z.object({
  holder: z.enum(["agent", "person"]),
  /** ISO time since which the holder has control. */
  since: z.string(),
  url: z.string(),
  title: z.string(),
  isLoading: z.boolean(),
  viewport: z.object({ width: z.number(), height: z.number() }),
  tabs: z.array(browserTab),
  target: z.nullable(browserTarget),
  /**
   * A dialog of the current tab while the user has control. While the agent has control, dialogs are
   * dismissed.
   */
  dialog: z.nullable(browserDialog),
  calling: z.nullable(z.string()),
});
export type BrowserState = z.infer<typeof browserState>;

/** Response of `GET /api/browser/:conversation` and `POST …/control`; null if no browser is open. */
export const browserAnswer = z.object({ browser: z.nullable(browserState) });

/** A screenshot of the current tab, in the size of the viewport. */
export const browserFrame = z.object({
  n: z.number(),
  /** Base64. */
  jpeg: z.string(),
  width: z.number(),
  height: z.number(),
});
export type BrowserFrame = z.infer<typeof browserFrame>;

/**
 * Sent while no browser is open, with the reason; null if none was opened before. The stream stays open, so
 * that it can report a new browser.
 */
export const browserClosed = z.object({ reason: z.nullable(z.string()) });

/** Events of `GET /api/browser/:conversation/live` by name. The data of each is JSON. */
export const LIVE_EVENTS = { state: browserState, frame: browserFrame, closed: browserClosed } as const;
