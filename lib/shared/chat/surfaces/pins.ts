import * as z from "zod/mini";
import { ask } from "../contract";
import { isRecord } from "../parts";
import type { Surface } from "./surfaces";

/** What stays on the canvas, whichever conversation is open: a surface of one of them, or a component of the library. */
export const pin = z.object({
  /** `<conversation>/<surface>`, or `component/<name>`. */
  key: z.string(),
  /** Where it was painted; null for a component of the library. */
  from: z.nullable(z.object({ id: z.string(), title: z.string() })),
  /** Null until the step that paints it is saved, and where it lies on a branch that is not shown. */
  surface: z.nullable(z.custom<Surface>((value) => isRecord(value) && typeof value.title === "string")),
  /** The open ask of the surface, if there is one. */
  asks: z.array(ask),
});
export type Pin = z.infer<typeof pin>;

export const pinList = z.object({ pins: z.array(pin) });

export const surfacePinKey = (conversationId: string, surfaceId: string): string =>
  `${conversationId}/${surfaceId}`;

export const componentPinKey = (name: string): string => `component/${name}`;
