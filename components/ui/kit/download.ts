const MAX_NAME_CHARS = 60;

/** The browser reads a large file only after this task. */
const CLEANUP_MS = 60_000;

export const download = (content: Blob, name: string, ending: string) =>
  downloadAs(content, `${fileName(name)}.${ending}`);

/** Downloads a file whose name fits all file systems. */
export function downloadAs(content: Blob, file: string) {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), CLEANUP_MS);
}

/** Returns a title without characters that file systems reject. */
export function fileName(title: string): string {
  const plain = title.replace(/[\p{C}<>:"/\\|?*]+/gu, " ").replace(/\s+/g, " ");
  return plain.slice(0, MAX_NAME_CHARS).replace(/^[\s.]+|[\s.]+$/g, "") || "easel";
}
