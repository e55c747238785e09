import { z } from "zod";
import { rich } from "./render/rich";

/** What a button does when it is pressed. */
const ask = { conversationId: z.string(), messageId: z.string(), toolCallId: z.string() };
export const action = z.discriminatedUnion("do", [
  /** Answers an ask. */
  z.object({ do: z.literal("answer"), ...ask, output: z.unknown() }),
  /** Fills in a form, field by field. `field` is the one that is asked: an older button does nothing. */
  z.object({
    do: z.literal("form"),
    ...ask,
    op: z.enum(["begin", "value", "skip", "back", "cancel", "submit"]),
    /** Which of the forms of a sheet. */
    block: z.number(),
    field: z.number(),
    value: z.unknown().optional(),
  }),
  /** Goes on in another conversation. */
  z.object({ do: z.literal("session"), conversationId: z.string() }),
  /** Has another model answer. */
  z.object({ do: z.literal("model"), model: z.string().nullable() }),
]);
export type Action = z.infer<typeof action>;

const button = z.object({ label: z.string(), action });
export type ContentButton = z.infer<typeof button>;

/** Whether choices stand as numbers in the text, because the service has no room for so many buttons. */
export const isNumbered = (
  buttons: readonly unknown[],
  { capabilities }: { capabilities: { buttons: number } },
): boolean => buttons.length > capabilities.buttons;

/** A file that goes out; its bytes are made or read when it does. */
export const outFile = z.object({
  as: z.enum(["photo", "document"]),
  name: z.string(),
  /** What is said where the file cannot be made, or the service takes none. */
  instead: rich.optional(),
  from: z.discriminatedUnion("is", [
    /** One of the agent's files. */
    z.object({ is: z.literal("file"), id: z.string() }),
    z.object({ is: z.literal("text"), text: z.string(), mediaType: z.string() }),
    /** A picture of a chart block with its numbers. */
    z.object({ is: z.literal("chart"), block: z.unknown() }),
    /** A picture of a diagram block. */
    z.object({ is: z.literal("diagram"), source: z.string() }),
    /** A picture of a component that is shown. */
    z.object({ is: z.literal("component"), bundle: z.string(), props: z.unknown() }),
  ]),
});
export type OutFile = z.infer<typeof outFile>;

/** One message at a service. */
export const content = z.object({
  text: rich,
  buttons: z.array(button).default([]),
  file: outFile.optional(),
  /** What became of what it asks: a message of its own where this one, with its buttons, cannot be changed. */
  outcome: rich.optional(),
});
export type ChatContent = z.infer<typeof content>;
