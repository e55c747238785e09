import { open as openFile } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import { imageSize } from "image-size";
import { blobPathOf } from "@/lib/ground/blobs/blobs";
import { AppError } from "@/lib/shared/errors";
import { extensionOf, safeFileName } from "./name";
import { encodingOfHead, HEAD_BYTES } from "./text";

type Described = { name: string; mediaType: string; width: number | null; height: number | null };

/** Texts say nothing of their kind themselves, so their name does. */
const TEXTS: Record<string, string> = {
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
};
const ANNOUNCED = new Set(Object.values(TEXTS));
/** Some text editors and browsers announce a CSV by these. */
const TABLES = new Map([["application/csv", "text/csv"]]);
/** Kinds that are written as text although they begin with a sign of their own. */
const WRITTEN = new Set(["application/xml", "application/rtf"]);

/** A side: no picture that can be drawn has more, but its header may say anything. */
const MAX_PIXELS = 1_000_000;

/** What a stored file is, by its bytes: what its name or its sender says counts only where they leave it open. */
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
  const said = announced.split(";")[0]?.trim().toLowerCase() ?? "";
  const type = TABLES.get(said) ?? said;
  return TEXTS[extension] ?? (extension === "" && ANNOUNCED.has(type) ? type : "text/plain");
}

/** A name without an ending, such as that of a pasted picture, gets the one of its kind. */
const named = (name: string, extension: string) =>
  extensionOf(name) === "" && /^[a-z0-9]{1,10}$/.test(extension) ? `${name}.${extension}` : name;

/** Pixels as they are drawn: a photo may lie on its side. Null where the beginning of the file does not tell. */
function measure(head: Uint8Array): { width: number; height: number } | null {
  const size = sizeIn(head);
  if (!size) return null;
  const { width, height, orientation = 1 } = size;
  if (Math.max(width, height) > MAX_PIXELS)
    throw new AppError(
      "invalid",
      `The picture says that it is ${width} × ${height} pixels, and at most ${MAX_PIXELS} a side are taken. It may be damaged: save it again, smaller.`,
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
