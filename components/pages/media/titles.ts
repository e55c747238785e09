import type { StoredFile } from "@/lib/shared/files";

export const titleOf = ({ description, name }: StoredFile): string => description || name;

export const ORIGINS: Record<StoredFile["origin"], string> = {
  generated: "Made",
  edited: "Edited",
  upload: "Uploaded",
  point: "Pointed at",
};

export const smallOf = ({ id }: StoredFile): string => `/api/images/${id}/small`;
