import * as z from "zod/mini";
import { storedImage } from "../blocks/image";

export const made = z.object({
  mediaId: z.string(),
  url: z.string().check(z.refine((url) => storedImage(url) !== undefined)),
  description: z.string(),
  width: z.number().check(z.positive()),
  height: z.number().check(z.positive()),
});
export type Made = z.infer<typeof made>;
