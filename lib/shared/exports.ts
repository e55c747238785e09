import * as z from "zod/mini";

/** Exports that an agent keeps. A further one replaces the oldest, which can be restored for 30 days. */
export const MAX_EXPORTS = 100;
export const MAX_EXPORT_BYTES = 20_000_000;

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

/**
 * The source of an exported file, with its version. `form`: a document, a module with a custom element, or an image.
 * `at`: when the version of the surface was shown. `messages`: number of messages in the conversation.
 */
export const exportSource = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("component"),
    form: z.enum(["html", "element"]),
    name: text(200),
    version: z.int().check(z.minimum(1)),
  }),
  z.strictObject({
    kind: z.literal("surface"),
    form: z.enum(["html", "image"]),
    conversation: z.guid(),
    sheet: text(400),
    at: z.nullable(text(40)),
  }),
  z.strictObject({
    kind: z.literal("conversation"),
    form: z.literal("html"),
    conversation: z.guid(),
    messages: z.int().check(z.minimum(0)),
  }),
]);
export type ExportSource = z.infer<typeof exportSource>;

export const conversationOfExport = (source: ExportSource): string | undefined =>
  source.kind === "component" ? undefined : source.conversation;
