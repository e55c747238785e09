const MAX_NAME_CHARS = 60;

export function download(content: Blob, name: string, ending: string) {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = `${fileName(name)}.${ending}`;
  link.click();
  // Revoke the URL later, because the browser reads it after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Returns a title without characters that file systems reject. */
export function fileName(title: string): string {
  const plain = title.replace(/[\p{C}<>:"/\\|?*]+/gu, " ").replace(/\s+/g, " ");
  return plain.slice(0, MAX_NAME_CHARS).replace(/^[\s.]+|[\s.]+$/g, "") || "easel";
}
