import * as z from "zod/mini";
import { storedFile } from "../files";

/**
 * Response of `GET /api/images/:id`: an image, the message that created or sent it, its source image and the edits
 * made from it.
 */
export const imageView = z.object({
  file: storedFile,
  messageId: z.nullable(z.string()),
  source: z.nullable(storedFile),
  edits: z.array(storedFile),
});
export type ImageView = z.infer<typeof imageView>;
