import * as z from "zod/mini";

/*
 * Protocol between a page and the frame of an MCP app. The document of the frame says hello and gets a port,
 * as for components. It holds the app in a nested frame and forwards the app's messages through the port as
 * text.
 */

const id = z.int().check(z.nonnegative(), z.lte(Number.MAX_SAFE_INTEGER));

/** Messages from the page to the frame. `open` is sent once. */
export const toAppFrame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("open"), html: z.string() }),
  z.object({ type: z.literal("tell"), message: z.unknown() }),
  z.object({ type: z.literal("look"), theme: z.enum(["light", "dark"]) }),
  z.object({ type: z.literal("ping"), id }),
]);
export type ToAppFrame = z.infer<typeof toAppFrame>;

export const fromAppFrame = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ready") }),
  z.strictObject({ type: z.literal("pong"), id }),
  z.strictObject({ type: z.literal("press") }),
  z.strictObject({ type: z.literal("key") }),
  /** A message of the app. `byHand`: it followed shortly after the user pressed a pointer or key in the app. */
  z.strictObject({ type: z.literal("said"), message: z.unknown(), byHand: z.boolean() }),
  z.strictObject({ type: z.literal("tooLarge") }),
  /** The app navigated to another document. */
  z.strictObject({ type: z.literal("left") }),
]);
export type FromAppFrame = z.infer<typeof fromAppFrame>;

/**
 * Name of the message with which the app's guard script sends the frame a port. The script reports user input
 * through this port.
 */
export const HANDS = "easel/hands";
export const hand = z.enum(["press", "key"]);
export type Hand = z.infer<typeof hand>;

/**
 * URL parameter with the id of an app. With it, the server sends the frame's document with the app's content
 * security policy.
 */
export const APP_PARAM = "app";
