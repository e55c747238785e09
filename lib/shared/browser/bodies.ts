import { z } from "zod";

/** Maximum characters of one text event, and maximum events of one request. */
export const MAX_TYPED = 20_000;
export const MAX_EVENTS = 100;
export const MAX_NOTE_CHARS = 2_000;

export const browserControl = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("take") }),
  z.strictObject({ action: z.literal("return"), text: z.string().trim().max(MAX_NOTE_CHARS).optional() }),
  z.strictObject({ action: z.literal("close") }),
]);
export type BrowserControl = z.infer<typeof browserControl>;

export const browserSeen = z.strictObject({ seen: z.boolean() });

/** Bit mask of modifier keys, as in the DevTools protocol. */
export const MODIFIERS = { alt: 1, control: 2, meta: 4, shift: 8 } as const;

const modifiers = z.number().int().min(0).max(15).default(0);
/** CSS pixels of the viewport. Positions outside of it are rejected. */
const place = { x: z.number().min(0).max(10_000), y: z.number().min(0).max(10_000), modifiers };
const button = {
  ...place,
  button: z.enum(["left", "middle", "right"]).default("left"),
  /** Position of the click in a series of clicks: 2 for the second click of a double click. */
  clickCount: z.number().int().min(1).max(3).default(1),
};
const delta = z.number().min(-10_000).max(10_000).default(0);
/** `key` and `code` as in KeyboardEvent. */
const key = {
  key: z.string().min(1).max(40),
  code: z.string().max(40).default(""),
  modifiers,
  /** Position of the key on the keyboard: 1 left, 2 right, 3 numeric keypad. */
  location: z.number().int().min(0).max(3).default(0),
};
const tabId = z.string().min(1).max(100);

export const browserEvent = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("move"),
    ...place,
    /** The button held during a drag. */
    button: z.enum(["none", "left", "middle", "right"]).default("none"),
  }),
  z.strictObject({ type: z.literal("down"), ...button }),
  z.strictObject({ type: z.literal("up"), ...button }),
  z.strictObject({ type: z.literal("wheel"), ...place, deltaX: delta, deltaY: delta }),
  z.strictObject({ type: z.literal("keydown"), ...key, repeat: z.boolean().default(false) }),
  z.strictObject({ type: z.literal("keyup"), ...key }),
  /** Inserts composed or pasted text at the cursor. */
  z.strictObject({ type: z.literal("text"), text: z.string().min(1).max(MAX_TYPED) }),
  z.strictObject({ type: z.literal("navigate"), url: z.string().trim().min(1).max(2_000) }),
  /** Closes the dialog with this id. `text` is the input of a prompt. */
  z.strictObject({
    ...{ type: z.literal("dialog"), id: z.string().min(1).max(100), accept: z.boolean() },
    text: z.string().max(MAX_NOTE_CHARS).optional(),
  }),
  z.strictObject({ type: z.literal("back") }),
  z.strictObject({ type: z.literal("forward") }),
  z.strictObject({ type: z.literal("reload") }),
  z.strictObject({ type: z.literal("tab"), id: tabId }),
  z.strictObject({ type: z.literal("close_tab"), id: tabId }),
]);
export type BrowserEvent = z.output<typeof browserEvent>;
/** An event as a client sends it. Fields with defaults are optional. */
export type BrowserEventSent = z.input<typeof browserEvent>;

export const browserInput = z.strictObject({
  events: z
    .array(browserEvent)
    .min(1, "Send at least one event")
    .max(MAX_EVENTS, `At most ${MAX_EVENTS} events per request`),
});
