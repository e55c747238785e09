import { withoutInvisible } from "@/lib/shared/text/invisible";

const MAX_BYTES = 180;
/** Control characters, and those that turn the direction of a text, join lines or cannot be seen. */
const UNSEEN =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
/** Windows gives these to devices, whatever follows the dot. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** A name that can be shown, stored and downloaded anywhere: one part of a path, without what hides or turns it. */
export function safeFileName(given: string): string {
  const last = given.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const seen = withoutInvisible(last)
    .text.replace(UNSEEN, "")
    .replace(/\s+/g, " ")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  const whole = RESERVED.test(seen) ? `_${seen}` : seen;
  return cut(whole) || "file";
}

/** What follows the last dot, in small letters; empty where there is none. */
export const extensionOf = (name: string): string =>
  /[^.]\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? "";

/** The end of a name says what it is, so its beginning is shortened. */
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
