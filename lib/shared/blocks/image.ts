import { z } from "zod";
import { defineBlock, renamed } from "./define";

export const image = defineBlock({
  description: "An image.",
  schema: z.object({
    type: z.literal("image"),
    url: z
      .string()
      .max(3_000_000)
      .refine(isImageUrl, "must be an http(s) address, /api/files/<id> or a data:image/… URL")
      .describe("http(s):, /api/files/… or data:image/…"),
    alt: z.string().max(1_000).optional(),
  }),
  example: { type: "image", url: "https://example.com/shelf.jpg", alt: "The bread shelf at closing time" },
  mend: (raw) => renamed(raw, "url", "src"),
});

export function isImageUrl(url: string): boolean {
  if (/^data:image\/[a-z0-9.+-]+[;,]/i.test(url) || storedImage(url) !== undefined) return true;
  if (!/^https?:\/\//i.test(url)) return false;
  return URL.canParse(url);
}

const STORED = /^\/api\/files\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the URL of an image stored in Easel; undefined for any other. */
export const storedImage = (url: string): string | undefined => (STORED.test(url) ? url : undefined);
