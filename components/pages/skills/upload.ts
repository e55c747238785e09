import { t } from "@/lib/shared/i18n/en/skills";
import { MAX_ARCHIVE_BYTES } from "@/lib/shared/skills/fields";
import type { ImportSource } from "./api";

const MAX_FILES = 2_000;

/** Reads a zip archive. Throws an error for the user if it is too large. */
export async function readArchive(file: File): Promise<ImportSource> {
  assertSize(file.size, file.name);
  return { name: file.name, archive: await base64Of(file) };
}

/** Reads the files of a folder that the user chose. Throws an error for the user if they are too large. */
export async function readFolder(files: readonly File[]): Promise<ImportSource> {
  const pathOf = (file: File) => file.webkitRelativePath || file.name;
  const [first] = files;
  const folder = (first && pathOf(first).split("/")[0]) || "folder";
  if (files.length > MAX_FILES) throw new Error(t("tooMany", { count: MAX_FILES }));
  assertSize(
    files.reduce((sum, { size }) => sum + size, 0),
    folder,
  );
  const read = await Promise.all(
    files.map(async (file) => ({ path: pathOf(file), base64: await base64Of(file) })),
  );
  return { folder, files: read };
}

function assertSize(bytes: number, name: string): void {
  if (bytes > MAX_ARCHIVE_BYTES) throw new Error(t("tooLarge", { name, mb: MAX_ARCHIVE_BYTES / 1_000_000 }));
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
