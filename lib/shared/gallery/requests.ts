import { z } from "zod";
import { componentName } from "@/lib/shared/components/fields";
import { uuid } from "@/lib/shared/ids";
import { isStorable } from "@/lib/shared/text/storable";
import { GALLERY_KINDS } from "./kinds";

/** Query of `GET /api/gallery`. Items whose name or description contains all words of `q`, used last first. */
export const galleryQuery = z.object({
  q: z.string().max(200).default(""),
  kind: z.enum(GALLERY_KINDS).optional(),
  cursor: z.string().max(1_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(48),
});

/** `<conversation>/<messageId>/<toolCallId>`. */
const inlineId = z
  .string()
  .max(500)
  .refine(isStorable)
  .refine((id) => {
    const [conversation, messageId, ...call] = id.split("/");
    return uuid.safeParse(conversation).success && messageId !== "" && call.join("/") !== "";
  }, "An inline component has the id CONVERSATION/MESSAGE/CALL");

const itemsWith = <Shape extends z.ZodRawShape>(shape: Shape) =>
  [
    z.strictObject({ kind: z.literal("component"), id: componentName, ...shape }),
    z.strictObject({ kind: z.literal("inline"), id: inlineId, ...shape }),
    z.strictObject({ kind: z.literal("board"), id: uuid, ...shape }),
    z.strictObject({ kind: z.literal("app"), id: uuid, ...shape }),
  ] as const;

/** Body of `POST /api/gallery/uses`. */
export const galleryUse = z.discriminatedUnion("kind", [
  ...itemsWith({}),
  z.strictObject({ kind: z.literal("export"), id: uuid }),
]);

/** Body of `POST /api/gallery/remix`. `agent` has the item; the copy becomes the request's agent's. */
export const remixRequest = z.discriminatedUnion("kind", itemsWith({ agent: uuid }));
export type RemixRequest = z.infer<typeof remixRequest>;
