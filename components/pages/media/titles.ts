import type { StoredFile } from "@/lib/shared/files";

/** Returns the description of an image, or its file name. */
export const titleOf = ({ description, name }: StoredFile): string => description || name;

export const ORIGINS: Record<StoredFile["origin"], string> = {
  generated: "Made",
  edited: "Edited",
  upload: "Uploaded",
};

/** Returns the URL of the thumbnail. */
export const smallOf = ({ id }: StoredFile): string => `/api/images/${id}/small`;
