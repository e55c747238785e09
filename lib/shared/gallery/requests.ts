import { z } from "zod";
import { uuid } from "@/lib/shared/ids";
import { isStorable } from "@/lib/shared/text/storable";
import { GALLERY_KINDS } from "./kinds";

const kind = z.enum(GALLERY_KINDS);
const id = z.string().min(1).max(500).refine(isStorable);

/** Query of `GET /api/gallery`. Items whose name or description contains all words of `q`, used last first. */
export const galleryQuery = z.object({
  q: z.string().max(200).default(""),
  kind: kind.optional(),
  cursor: z.string().max(1_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(48),
});

/** Body of `POST /api/gallery/uses`. */
export const galleryUse = z.strictObject({ kind, id });

/** Body of `POST /api/gallery/remix`. `agent` has the item; the copy becomes the request's agent's. */
export const remixRequest = z.strictObject({ agent: uuid, kind, id });
export type RemixRequest = z.infer<typeof remixRequest>;
