const MAX_CHARS = 80;
/**
 * Characters that common file systems reject, and control characters that could reverse the displayed name.
 */
const REFUSED = /[\p{Cc}\p{Cf}\u2028\u2029/\\:*?"<>|]+/gu;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

export function fileName(title: string): string {
  const plain = title.toWellFormed().replace(REFUSED, " ").replace(/\s+/g, " ");
  const short = Array.from(plain.trim()).slice(0, MAX_CHARS).join("");
  const name = short.replace(/^[\s.~-]+|[\s.]+$/g, "");
  return `${name === "" || RESERVED.test(name.split(".", 1)[0] ?? "") ? `Easel ${name}`.trim() : name}.html`;
}
