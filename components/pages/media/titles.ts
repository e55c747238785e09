import type { StoredFile } from "@/lib/shared/files";

/** What an image shows, as far as anybody said so. */
export const titleOf = ({ description, name }: StoredFile): string => description || name;

export const ORIGINS: Record<StoredFile["origin"], string> = {
  generated: "Made",
  edited: "Edited",
  upload: "Uploaded",
};

/** Where an image lies as small as a list shows it. */
export const smallOf = ({ id }: StoredFile): string => `/api/images/${id}/small`;
