import { openBlob } from "@/lib/ground/blobs/blobs";
import { AppError } from "@/lib/shared/errors";
import { IMAGES } from "@/lib/shared/file-address";
import { isUnchanged } from "@/lib/shared/text/etag";
import type { FileRow } from "@/lib/store/data/files";

const PDF = "application/pdf";
/**
 * Browsers show a PDF with frames and scripts of their viewer, which the `sandbox` directive would block. A
 * PDF cannot run scripts under this policy.
 */
const POLICY_OF_PDF = "object-src 'self'; base-uri 'none'; form-action 'none'";
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

export async function serveFile(file: FileRow, request: Request, download: boolean): Promise<Response> {
  const etag = `"${file.hash}"`;
  const headers = new Headers({
    etag,
    "cache-control": "private, max-age=31536000, immutable",
    "content-security-policy": file.mediaType === PDF ? POLICY_OF_PDF : POLICY,
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "accept-ranges": "bytes",
  });
  if (isUnchanged(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  const range = rangeOf(request, file.size, etag);
  if (range === "none") {
    headers.set("content-range", `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  const bytes = await openBlob(file.hash, range ?? {});
  if (!bytes)
    throw new AppError(
      "not_found",
      "The data of this file is missing from the server's disk. Attach it again.",
    );
  headers.set(
    "content-type",
    file.mediaType.startsWith("text/") ? `${file.mediaType}; charset=utf-8` : file.mediaType,
  );
  headers.set("content-disposition", disposition(file, download));
  headers.set("content-length", String(range ? range.end - range.start + 1 : file.size));
  if (range) headers.set("content-range", `bytes ${range.start}-${range.end}/${file.size}`);
  return new Response(bytes, { status: range ? 206 : 200, headers });
}

function disposition({ name, mediaType }: FileRow, download: boolean): string {
  const isInline = !download && (IMAGES.has(mediaType) || mediaType === PDF);
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isInline ? "inline" : "attachment"}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

type Range = { start: number; end: number };

/** Parses a range request. A request for several ranges gets the whole file. */
function rangeOf(request: Request, size: number, etag: string): Range | "none" | null {
  const asked = request.headers.get("range");
  const unless = request.headers.get("if-range");
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(asked ?? "") ?? [];
  if (first === undefined || last === undefined || (unless && unless !== etag)) return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return last === "" ? null : length > 0 ? { start: size - length, end: size - 1 } : "none";
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start < size ? { start, end } : "none";
}
