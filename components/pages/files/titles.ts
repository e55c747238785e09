import { formatBytes, formatCount } from "@/components/ui/kit/format";
import type { EntryKind, FileEntry } from "@/lib/shared/file-entries";
import type { StoredFile } from "@/lib/shared/files";

export const titleOf = ({ description, name }: StoredFile): string => description || name;

export const ORIGINS: Record<StoredFile["origin"], string> = {
  generated: "Made",
  edited: "Edited",
  upload: "Uploaded",
};

export const KIND_TITLES: Record<EntryKind, string> = {
  document: "Documents",
  image: "Images",
  table: "Tables",
  collection: "Collections",
};

export const smallOf = ({ id }: StoredFile): string => `/api/images/${id}/small`;

/** The agent's name for the collection of data about the user. */
const PROFILE = "master";

export const nameOf = (entry: FileEntry): string => {
  if ("file" in entry) return titleOf(entry.file);
  return entry.kind === "collection" && entry.name === PROFILE ? "Profile" : entry.name;
};

export function detailsOf(entry: FileEntry): string {
  if ("file" in entry) return `${formatType(entry.file)} · ${formatBytes(entry.file.size)}`;
  if (entry.kind === "collection") return formatCount(entry.documents, "document");
  return entry.rows === null ? "View" : formatCount(entry.rows, "row");
}

const MAX_EXTENSION = 5;

/** Returns the extension of a file, or the subtype of its media type: "PDF", "JSON", "PNG". */
export function formatType({ name, mediaType }: StoredFile): string {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1];
  if (extension && extension.length <= MAX_EXTENSION) return extension.toUpperCase();
  const subtype = mediaType.split("/")[1]?.replace(/^x-|\+.*$/g, "") ?? "";
  return subtype.length <= MAX_EXTENSION ? subtype.toUpperCase() : "File";
}
