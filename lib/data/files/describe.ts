import { open as openFile } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import { imageSize } from "image-size";
import { blobPathOf } from "@/lib/ground/blobs/blobs";
import { AppError } from "@/lib/shared/errors";
import { extensionOf, safeFileName } from "./name";
import { encodingOfHead, HEAD_BYTES } from "./text";

type Described = { name: string; mediaType: string; width: number | null; height: number | null };

/** Media types by extension, for text formats that have no signature in their bytes. */
const TEXT_TYPES: Record<string, string> = {
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  tab: "text/tab-separated-values",
  md: "text/markdown",
  markdown: "text/markdown",
  html: "text/html",
  htm: "text/html",
  css: "text/css",
  js: "text/javascript",
  mjs: "text/javascript",
  json: "application/json",
  geojson: "application/geo+json",
  jsonl: "application/jsonl",
  ndjson: "application/jsonl",
  xml: "application/xml",
  svg: "image/svg+xml",
  yaml: "application/yaml",
  yml: "application/yaml",
  ics: "text/calendar",
  vcf: "text/vcard",
  eml: "message/rfc822",
  rtf: "application/rtf",
  vtt: "text/vtt",
  srt: "application/x-subrip",
};
const ANNOUNCED = new Set(Object.values(TEXT_TYPES));
/** Some editors and browsers send these media types for CSV. */
const TABLES = new Map([["application/csv", "text/csv"]]);
/** Media types of text formats that have a signature in their bytes. */
const WRITTEN = new Set(["application/xml", "application/rtf"]);

/** Maximum width and height. A header may claim any size, but no image that can be drawn is larger. */
const MAX_PIXELS = 1_000_000;

/**
 * Detects the type of a stored file by its bytes. Uses the name and the announced type only if the bytes are
 * ambiguous.
 */
export async function describe(hash: string, name: string, announced = ""): Promise<Described> {
  const head = await headOf(hash);
  const clean = safeFileName(name);
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const extension = extensionOf(clean);
  if (found && !WRITTEN.has(found.mime)) {
    const size = found.mime.startsWith("image/") ? measure(head) : null;
    return { name: named(clean, found.ext), mediaType: found.mime, width: null, height: null, ...size };
  }
  const mediaType = encodingOfHead(head) ? textType(extension, announced) : "application/octet-stream";
  return { name: clean, mediaType, width: null, height: null };
}

async function headOf(hash: string): Promise<Uint8Array> {
  const file = await openFile(blobPathOf(hash), "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return new Uint8Array(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

function textType(extension: string, announced: string): string {
  const declared = announced.split(";")[0]?.trim().toLowerCase() ?? "";
  const type = TABLES.get(declared) ?? declared;
  return TEXT_TYPES[extension] ?? (extension === "" && ANNOUNCED.has(type) ? type : "text/plain");
}

/** Adds an extension to a name without one, such as that of a pasted image. */
const named = (name: string, extension: string) =>
  extensionOf(name) === "" && /^[a-z0-9]{1,10}$/.test(extension) ? `${name}.${extension}` : name;

/**
 * Returns the width and height in pixels after EXIF rotation, as the image is displayed. Returns null if the
 * start of the file does not contain them.
 */
function measure(head: Uint8Array): { width: number; height: number } | null {
  const size = sizeIn(head);
  if (!size) return null;
  const { width, height, orientation = 1 } = size;
  if (Math.max(width, height) > MAX_PIXELS)
    throw new AppError(
      "invalid",
      `The image is declared as ${width} × ${height} pixels; at most ${MAX_PIXELS} per side are accepted. It may be damaged: save it again in a smaller size.`,
    );
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

function sizeIn(head: Uint8Array) {
  try {
    return imageSize(head);
  } catch {
    return null;
  }
}
