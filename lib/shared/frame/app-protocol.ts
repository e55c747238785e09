import * as z from "zod/mini";

/*
 * How a page and the frame of an MCP app talk: the frame's own document says hello and gets a port, as that of a component
 * does, and holds the app in a frame of its own. What the app says to its parent goes on through the port, as text.
 */

const id = z.int().check(z.nonnegative(), z.lte(Number.MAX_SAFE_INTEGER));

/** From the page: a document to show once, and messages for the app. */
export const toAppFrame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("open"), html: z.string() }),
  z.object({ type: z.literal("tell"), message: z.unknown() }),
  z.object({ type: z.literal("look"), theme: z.enum(["light", "dark"]) }),
  z.object({ type: z.literal("ping"), id }),
]);
export type ToAppFrame = z.infer<typeof toAppFrame>;

/** To the page. */
export const fromAppFrame = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ready") }),
  z.strictObject({ type: z.literal("pong"), id }),
  /** The person has pressed something in the app. */
  z.strictObject({ type: z.literal("press") }),
  /** A key went down in the app. */
  z.strictObject({ type: z.literal("key") }),
  /** `byHand`: shortly after a press or a key there, by the browser's word. */
  z.strictObject({ type: z.literal("said"), message: z.unknown(), byHand: z.boolean() }),
  /** The app said something that is too large. */
  z.strictObject({ type: z.literal("tooLarge") }),
  /** There is another document where the app was. */
  z.strictObject({ type: z.literal("left") }),
]);
export type FromAppFrame = z.infer<typeof fromAppFrame>;

/** With this the app's guard hands out the port by which it tells what the person does in the app. */
export const HANDS = "easel/hands";
export const hand = z.enum(["press", "key"]);
export type Hand = z.infer<typeof hand>;

/** The parameter of the frame's address that names the app, so that its document gets the app's policy. */
export const APP_PARAM = "app";
