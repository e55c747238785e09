import * as z from "zod/mini";
import { ask } from "../contract";
import { isRecord } from "../parts";
import type { Surface } from "./surfaces";

/** An item pinned across conversations: a surface of a conversation, or a component of the library. */
export const pin = z.object({
  /** `<conversation>/<surface>`, or `component/<name>`. */
  key: z.string(),
  /** The conversation of the surface; null for a library component. */
  from: z.nullable(z.object({ id: z.string(), title: z.string() })),
  /** Null before the step that creates the surface is saved, and while the surface is on an inactive branch. */
  surface: z.nullable(z.custom<Surface>((value) => isRecord(value) && typeof value.title === "string")),
  asks: z.array(ask),
});
export type Pin = z.infer<typeof pin>;

export const pinList = z.object({ pins: z.array(pin) });

export const surfacePinKey = (conversationId: string, surfaceId: string): string =>
  `${conversationId}/${surfaceId}`;

export const componentPinKey = (name: string): string => `component/${name}`;
