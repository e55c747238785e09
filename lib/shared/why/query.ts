import { z } from "zod";
import { INNER_PATH } from "../blocks/leaves";
import { label } from "../ids";

const count = z.coerce.number().int().min(0).max(1_000_000);

/** Query of `GET /api/conversations/{id}/why`: a call, and for a surface the fields of a `Point` on it. */
export const whyQuery = z.object({
  messageId: label,
  toolCallId: label,
  block: count.optional(),
  inner: z.string().max(60).regex(INNER_PATH).optional(),
  row: count.optional(),
  column: z.string().max(200).optional(),
  columnAt: count.optional(),
  /** The element at the place, unless it is a cell or a whole block. */
  tag: z.string().max(40).optional(),
  /** The text at the place. Without it, the answer is about the block or the surface. */
  text: z.string().max(400).optional(),
});
export type WhyQuery = z.infer<typeof whyQuery>;
