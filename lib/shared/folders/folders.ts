import * as z from "zod/mini";

const folder = z.object({
  id: z.string(),
  path: z.string(),
  files: z.number(),
  /** When all of the folder was last read; null until then. */
  readAt: z.nullable(z.string()),
  /** Why it could not be read, or which files were left out. */
  problem: z.nullable(z.string()),
});
export type WatchedFolder = z.infer<typeof folder>;

/** `allowed`: the folders of `EASEL_FOLDERS`, of which a part can be watched. */
export const folderList = z.object({ folders: z.array(folder), allowed: z.array(z.string()) });
export type FolderList = z.infer<typeof folderList>;
