import * as z from "zod/mini";

/** What the live view of a conversation's browser tells and shows. Places are in CSS pixels of its viewport. */

export const browserTarget = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  /** What it is called, such as the words on a button. */
  label: z.string(),
  /** What is about to happen to it, such as "click". */
  action: z.string(),
});
export type BrowserTarget = z.infer<typeof browserTarget>;

/** What the page asks the person who holds the browser, and waits for. */
export const browserDialog = z.object({
  id: z.string(),
  kind: z.enum(["alert", "confirm", "prompt"]),
  message: z.string(),
  /** What a prompt begins with. */
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
  /** Who has it in hand. */
  holder: z.enum(["agent", "person"]),
  /** Since when, as an ISO time. */
  since: z.string(),
  url: z.string(),
  title: z.string(),
  isLoading: z.boolean(),
  viewport: z.object({ width: z.number(), height: z.number() }),
  tabs: z.array(browserTab),
  /** The element that is about to be used. */
  target: z.nullable(browserTarget),
  /** Of the current tab, while the person holds it; the agent's are dismissed. */
  dialog: z.nullable(browserDialog),
  /** The tool that works on it now. */
  calling: z.nullable(z.string()),
});
export type BrowserState = z.infer<typeof browserState>;

/** `GET /api/browser/:conversation`, and what `POST …/control` answers; null where no browser is open. */
export const browserAnswer = z.object({ browser: z.nullable(browserState) });

/** One picture of the current tab. Its size is that of the viewport it shows. */
export const browserFrame = z.object({
  n: z.number(),
  /** Base64. */
  jpeg: z.string(),
  width: z.number(),
  height: z.number(),
});
export type BrowserFrame = z.infer<typeof browserFrame>;

/** Why no browser is open; null where there never was one. The stream stays open and tells when one begins. */
export const browserClosed = z.object({ reason: z.nullable(z.string()) });

/** The events of `GET /api/browser/:conversation/live`, by name; the data of each is JSON. */
export const LIVE_EVENTS = { state: browserState, frame: browserFrame, closed: browserClosed } as const;
