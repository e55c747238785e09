import { z } from "zod";
import { rich } from "./render/rich";

const ask = { conversationId: z.string(), messageId: z.string(), toolCallId: z.string() };
export const action = z.discriminatedUnion("do", [
  z.object({ do: z.literal("answer"), ...ask, output: z.unknown() }),
  /**
   * A step in filling in a form. `field` is the field that the button belongs to: a button of an earlier
   * field has no effect.
   */
  z.object({
    do: z.literal("form"),
    ...ask,
    op: z.enum(["begin", "value", "skip", "back", "cancel", "submit"]),
    /** Index of the form's block in its surface. */
    block: z.number(),
    field: z.number(),
    value: z.unknown().optional(),
  }),
  z.object({ do: z.literal("session"), conversationId: z.string() }),
  z.object({ do: z.literal("model"), model: z.string().nullable() }),
]);
export type Action = z.infer<typeof action>;

const button = z.object({ label: z.string(), action });
export type ContentButton = z.infer<typeof button>;

/**
 * Returns true if the service does not support that many buttons, so that the choices are numbered in the text.
 */
export const isNumbered = (
  buttons: readonly unknown[],
  { capabilities }: { capabilities: { buttons: number } },
): boolean => buttons.length > capabilities.buttons;

/** A file to send. Its bytes are created or read when it is sent. */
export const outFile = z.object({
  as: z.enum(["photo", "document"]),
  name: z.string(),
  /** Text to send if the file cannot be created or the service does not accept it. */
  instead: rich.optional(),
  from: z.discriminatedUnion("is", [
    z.object({ is: z.literal("file"), id: z.string() }),
    z.object({ is: z.literal("text"), text: z.string(), mediaType: z.string() }),
    z.object({ is: z.literal("chart"), block: z.unknown() }),
    z.object({ is: z.literal("diagram"), source: z.string() }),
    z.object({ is: z.literal("component"), bundle: z.string(), props: z.unknown() }),
  ]),
});
export type OutFile = z.infer<typeof outFile>;

export const content = z.object({
  text: rich,
  buttons: z.array(button).default([]),
  file: outFile.optional(),
  /** How the ask in this message was answered. Sent as a separate message if this message cannot be edited. */
  outcome: rich.optional(),
});
export type ChatContent = z.infer<typeof content>;
