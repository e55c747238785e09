import * as z from "zod/mini";
import { storedFile } from "../files";

/** `GET /api/images/:id`: an image, where it was made, and what it was made from and into. */
export const imageView = z.object({
  file: storedFile,
  messageId: z.nullable(z.string()),
  source: z.nullable(storedFile),
  edits: z.array(storedFile),
});
export type ImageView = z.infer<typeof imageView>;
