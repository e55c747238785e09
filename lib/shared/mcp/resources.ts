import * as z from "zod/mini";
import { storedFile } from "../files";

export const MAX_URI = 2_000;

export const servedResource = z.object({
  uri: z.string(),
  /** Title of the resource, or its name if the server gives no title. */
  title: z.string(),
  description: z.nullable(z.string()),
  mediaType: z.nullable(z.string()),
});
export type ServedResource = z.infer<typeof servedResource>;

export const resourcesView = z.object({
  resources: z.array(servedResource),
  hasMore: z.boolean(),
});
export type ResourcesView = z.infer<typeof resourcesView>;

/** A resource can hold several texts and files. Each is stored as a file. */
export const takenResource = z.object({ files: z.array(storedFile) });
