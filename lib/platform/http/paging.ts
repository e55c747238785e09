import { z } from "zod";

/** The query of a list that is read page by page. */
export const paging = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});
