import { withoutInvisible } from "@/lib/shared/text/invisible";

const MAX_BYTES = 180;
/** Control characters, and characters that are invisible, change the direction of text or break lines. */
const UNSEEN =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
/** Windows reserves these names for devices, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/**
 * Returns a file name that is safe to show, store and download on any system: a single path segment without
 * invisible characters.
 */
export function safeFileName(name: string): string {
  const last = name.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const seen = withoutInvisible(last)
    .text.replace(UNSEEN, "")
    .replace(/\s+/g, " ")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  const whole = RESERVED.test(seen) ? `_${seen}` : seen;
  return cut(whole) || "file";
}

export const extensionOf = (name: string): string =>
  /[^.]\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? "";

/** Shortens the stem, so that the extension is kept. */
function cut(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const extension = extensionOf(name);
  const end = extension ? `.${extension}` : "";
  let stem = "";
  let bytes = Buffer.byteLength(end);
  for (const { segment } of new Intl.Segmenter().segment(name.slice(0, name.length - end.length))) {
    bytes += Buffer.byteLength(segment);
    if (bytes > MAX_BYTES) break;
    stem += segment;
  }
  return `${stem.trimEnd()}${end}`;
}
