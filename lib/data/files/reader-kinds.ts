import { extensionOf } from "./name";

/**
 * Readers of a file's text: a confined process (`parsed`), or this server line by line (`plain`).
 * `unreadable` has the reason, `none` means that the file has no text.
 */
export type ReaderKind =
  | { by: "parsed"; kind: "pdf" | "zip" | "html" | "mail" | "rtf" }
  | { by: "plain"; kind: "lines" | "markdown" | "times" }
  | { by: "unreadable"; reason: string }
  | { by: "none" };

type File = { mediaType: string; name: string };

const PARSED: Readonly<Record<string, "pdf" | "zip" | "html" | "mail" | "rtf">> = {
  "application/pdf": "pdf",
  "application/zip": "zip",
  "application/epub+zip": "zip",
  "text/html": "html",
  "application/xhtml+xml": "html",
  "message/rfc822": "mail",
  "application/rtf": "rtf",
};
const OFFICE =
  /^application\/vnd\.(openxmlformats-officedocument|oasis\.opendocument|ms-(word|excel|powerpoint)\.)/;
const PLAIN: Readonly<Record<string, "markdown" | "times">> = {
  "text/markdown": "markdown",
  "text/vtt": "times",
  "application/x-subrip": "times",
};
const LINES =
  /^(text\/|image\/svg\+xml$|application\/(json|jsonl|geo\+json|xml|yaml|javascript)$|application\/[\w.-]+\+(xml|json)$)/;
/** Media types by extension, for files that were stored as plain text before these types were known. */
const OF_TEXT: Readonly<Record<string, string>> = {
  eml: "message/rfc822",
  rtf: "application/rtf",
  vtt: "text/vtt",
  srt: "application/x-subrip",
};

const HEIC =
  "images of the type HEIC cannot be read here: save the image as JPEG, or choose “Most compatible” in the settings of the camera";
const OLD_OFFICE =
  "it is in a format of old Office programs, or locked with a password: save it without a password as DOCX, XLSX or PPTX";

export function readerOf({ mediaType, name }: File): ReaderKind {
  const type = (mediaType === "text/plain" && OF_TEXT[extensionOf(name)]) || mediaType;
  const parsed = PARSED[type] ?? (OFFICE.test(type) ? "zip" : undefined);
  if (parsed) return { by: "parsed", kind: parsed };
  if (LINES.test(type) || PLAIN[type]) return { by: "plain", kind: PLAIN[type] ?? "lines" };
  if (/^image\/hei[cf]/.test(type)) return { by: "unreadable", reason: HEIC };
  if (type === "application/x-cfb") return { by: "unreadable", reason: OLD_OFFICE };
  return { by: "none" };
}

/** Returns whether a model gets the characters of the file themselves, if they are few enough. */
export const isSource = (file: File): boolean => {
  const reader = readerOf(file);
  return reader.by === "plain" || (reader.by === "parsed" && reader.kind === "html");
};
