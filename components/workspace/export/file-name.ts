const MOST = 80;
/** What one of the usual file systems refuses, and what would turn the name round before the reader's eyes. */
const REFUSED = /[\p{Cc}\p{Cf}\u2028\u2029/\\:*?"<>|]+/gu;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A file name that every system takes and that cannot pass for another kind of file. */
export function fileName(title: string): string {
  const plain = title.toWellFormed().replace(REFUSED, " ").replace(/\s+/g, " ");
  const short = Array.from(plain.trim()).slice(0, MOST).join("");
  const name = short.replace(/^[\s.~-]+|[\s.]+$/g, "");
  return `${name === "" || RESERVED.test(name.split(".", 1)[0] ?? "") ? `Easel ${name}`.trim() : name}.html`;
}
