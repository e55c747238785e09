import { z } from "zod";

/** What the routes of a conversation's browser take. */

/** How much of a text one event carries, and how many events one request. */
export const MAX_TYPED = 20_000;
export const MAX_EVENTS = 100;
export const MAX_SAID = 2_000;

export const browserControl = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("take") }),
  /** With a line for the agent. */
  z.strictObject({ action: z.literal("return"), text: z.string().trim().max(MAX_SAID).optional() }),
  z.strictObject({ action: z.literal("close") }),
]);
export type BrowserControl = z.infer<typeof browserControl>;

/** Whether the person sees the picture. */
export const browserSeen = z.strictObject({ seen: z.boolean() });

/** A sum of these, as the DevTools protocol has them. */
export const MODIFIERS = { alt: 1, control: 2, meta: 4, shift: 8 } as const;

const modifiers = z.number().int().min(0).max(15).default(0);
/** CSS pixels of the viewport; those outside of it are refused. */
const place = { x: z.number().min(0).max(10_000), y: z.number().min(0).max(10_000), modifiers };
const button = {
  ...place,
  button: z.enum(["left", "middle", "right"]).default("left"),
  /** 2 for the second press of a double click. */
  clickCount: z.number().int().min(1).max(3).default(1),
};
const delta = z.number().min(-10_000).max(10_000).default(0);
/** `key` and `code` as in KeyboardEvent. */
const key = {
  key: z.string().min(1).max(40),
  code: z.string().max(40).default(""),
  modifiers,
  /** 1 left, 2 right, 3 numeric keypad. */
  location: z.number().int().min(0).max(3).default(0),
};
const tabId = z.string().min(1).max(100);

export const browserEvent = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("move"),
    ...place,
    /** The button that is held, of a drag. */
    button: z.enum(["none", "left", "middle", "right"]).default("none"),
  }),
  z.strictObject({ type: z.literal("down"), ...button }),
  z.strictObject({ type: z.literal("up"), ...button }),
  z.strictObject({ type: z.literal("wheel"), ...place, deltaX: delta, deltaY: delta }),
  z.strictObject({ type: z.literal("keydown"), ...key, repeat: z.boolean().default(false) }),
  z.strictObject({ type: z.literal("keyup"), ...key }),
  /** What was composed or pasted: it goes where the cursor stands. */
  z.strictObject({ type: z.literal("text"), text: z.string().min(1).max(MAX_TYPED) }),
  z.strictObject({ type: z.literal("navigate"), url: z.string().trim().min(1).max(2_000) }),
  /** Answers the dialog of this id; `text` is what a prompt gets. */
  z.strictObject({
    ...{ type: z.literal("dialog"), id: z.string().min(1).max(100), accept: z.boolean() },
    text: z.string().max(MAX_SAID).optional(),
  }),
  z.strictObject({ type: z.literal("back") }),
  z.strictObject({ type: z.literal("forward") }),
  z.strictObject({ type: z.literal("reload") }),
  z.strictObject({ type: z.literal("tab"), id: tabId }),
  z.strictObject({ type: z.literal("close_tab"), id: tabId }),
]);
export type BrowserEvent = z.output<typeof browserEvent>;
/** As a client sends it: what has a default may be left out. */
export type BrowserEventSent = z.input<typeof browserEvent>;

export const browserInput = z.strictObject({
  events: z
    .array(browserEvent)
    .min(1, "Send at least one event")
    .max(MAX_EVENTS, `At most ${MAX_EVENTS} events go in one request`),
});
