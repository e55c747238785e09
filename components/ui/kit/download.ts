const MOST = 60;

/** Hands a file to the person, named after what it holds. */
export function download(content: Blob, name: string, ending: string) {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = `${fileName(name)}.${ending}`;
  link.click();
  // The browser reads the address after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A title without what file systems refuse. */
export function fileName(title: string): string {
  const plain = title.replace(/[\p{C}<>:"/\\|?*]+/gu, " ").replace(/\s+/g, " ");
  return plain.slice(0, MOST).replace(/^[\s.]+|[\s.]+$/g, "") || "easel";
}
