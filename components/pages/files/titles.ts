import { formatBytes } from "@/components/ui/kit/format";
import type { EntryKind, FileEntry } from "@/lib/shared/file-entries";
import type { StoredFile } from "@/lib/shared/files";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/files";

export const titleOf = ({ description, name }: StoredFile): string => description || name;

export const ORIGINS: Record<StoredFile["origin"], string> = {
  get generated() {
    return common("made");
  },
  get edited() {
    return t("edited");
  },
  get upload() {
    return t("uploaded");
  },
  get point() {
    return common("pointedAt");
  },
  get export() {
    return t("exported");
  },
};

export const KIND_TITLES: Record<EntryKind, string> = {
  get document() {
    return t("documents");
  },
  get image() {
    return t("images");
  },
  get table() {
    return t("tables");
  },
  get collection() {
    return t("collections");
  },
};

export const smallOf = ({ id }: StoredFile): string => `/api/images/${id}/small`;

/** The agent's name for the collection of data about the user. */
const PROFILE = "master";

export const nameOf = (entry: FileEntry): string => {
  if ("file" in entry) return titleOf(entry.file);
  return entry.kind === "collection" && entry.name === PROFILE ? common("profile") : entry.name;
};

export function detailsOf(entry: FileEntry): string {
  if ("file" in entry) return `${formatType(entry.file)} · ${formatBytes(entry.file.size)}`;
  if (entry.kind === "collection") return t("documentCount", { count: entry.documents });
  return entry.rows === null ? t("view") : t("rows", { count: entry.rows });
}

const MAX_EXTENSION = 5;

/** Returns the extension of a file, or the subtype of its media type: "PDF", "JSON", "PNG". */
export function formatType({ name, mediaType }: StoredFile): string {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1];
  if (extension && extension.length <= MAX_EXTENSION) return extension.toUpperCase();
  const subtype = mediaType.split("/")[1]?.replace(/^x-|\+.*$/g, "") ?? "";
  return subtype.length <= MAX_EXTENSION ? subtype.toUpperCase() : common("file");
}
