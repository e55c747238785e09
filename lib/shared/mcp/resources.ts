import * as z from "zod/mini";
import { storedFile } from "../files";

/** What `/api/mcp/:id/resources` sends and the browser reads. */

export const MAX_URI = 2_000;

export const servedResource = z.object({
  uri: z.string(),
  /** The title, or the name where it has none. */
  title: z.string(),
  description: z.nullable(z.string()),
  mediaType: z.nullable(z.string()),
});
export type ServedResource = z.infer<typeof servedResource>;

export const resourcesView = z.object({
  resources: z.array(servedResource),
  /** The server has more than are listed. */
  hasMore: z.boolean(),
});
export type ResourcesView = z.infer<typeof resourcesView>;

/** A resource may hold several texts and files; each is stored as a file. */
export const takenResource = z.object({ files: z.array(storedFile) });
