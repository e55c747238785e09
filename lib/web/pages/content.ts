import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Extracted, extract, Unread } from "@/lib/data/files/extract";
import { missingPages } from "@/lib/data/files/texts";
import { decode } from "./decode";
import { readablePage } from "./readable";

/** The content of a response as text for the model. `note` says what is missing. */
export type PageContent = { body: string; markdown?: string; note?: string };

type FetchedBody = {
  bytes: Uint8Array;
  contentType: string | null;
  url: string;
  isCut: boolean;
  /** For HTML, return only the source. */
  isRaw: boolean;
};

const HTML = /^(text\/html|application\/xhtml\+xml)$/;
const NO_TEXT = /^(image\/(?!svg\+xml)|audio\/|video\/|font\/|application\/(zip|gzip|wasm|x-7z))/;
const TEXT = /^text\/|\b(json|xml|javascript|ecmascript|yaml|graphql|sql|toml|x-www-form-urlencoded)\b/;
const STARTS_AS_HTML = /^\s*(<!--.*?-->\s*)?<(!doctype html|html)\b/is;
const STARTS_AS_PDF = "%PDF-";

/** A page with scripts and fewer characters than this probably needs its scripts to show its content. */
const FEW_CHARACTERS = 200;

/**
 * Converts a body to text. HTML is also converted to markdown. A PDF becomes its text by page, and other binary
 * data a description of its type and size.
 */
export async function pageContentOf(fetched: FetchedBody, signal: AbortSignal): Promise<PageContent> {
  const { bytes, contentType, isCut } = fetched;
  const { type, charset } = parsed(contentType);
  if (bytes.byteLength === 0) return { body: "" };
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 1_024));
  if (type === "application/pdf" || (!TEXT.test(type) && start.startsWith(STARTS_AS_PDF)))
    return isCut
      ? { body: sizeOf("PDF", fetched), note: "The PDF is too large to read." }
      : pdfBody(bytes, signal);
  const text = NO_TEXT.test(type) ? null : decode(bytes, { charset, isText: TEXT.test(type), isCut });
  if (text === null) return { body: sizeOf(type || "binary", fetched) };
  const isHtml = HTML.test(type) || (!TEXT.test(type) && STARTS_AS_HTML.test(start));
  return isHtml && !fetched.isRaw ? page(text, fetched.url, signal) : { body: text };
}

async function page(body: string, url: string, signal: AbortSignal): Promise<PageContent> {
  if (!body.trim()) return { body };
  const markdown = await readablePage(body, url, signal);
  if (markdown === null)
    return { body, note: "The page could not be converted to markdown: body has its source." };
  const isEmpty = markdown.length < FEW_CHARACTERS && /<script\b/i.test(body);
  return {
    body,
    markdown,
    ...(isEmpty && { note: "The page is rendered by scripts: a browser may show more." }),
  };
}

function parsed(contentType: string | null): { type: string; charset?: string } {
  const [type = "", ...rest] = (contentType ?? "").split(";");
  const charset = /charset\s*=\s*["']?([^\s"';]+)/i.exec(rest.join(";"))?.[1];
  return { type: type.trim().toLowerCase(), charset };
}

const sizeOf = (kind: string, { bytes, isCut }: FetchedBody) =>
  `[${kind}, ${isCut ? "more than " : ""}${bytes.byteLength} bytes, not shown as text]`;

/** Returns the text of a PDF by page. If it has none, `note` gives the reason. */
async function pdfBody(bytes: Uint8Array, signal: AbortSignal): Promise<{ body: string; note?: string }> {
  const folder = await mkdtemp(join(tmpdir(), "easel-pdf-"));
  try {
    const path = join(folder, "read.pdf");
    await writeFile(path, bytes, { mode: 0o600 });
    return written(await extract({ path, kind: "pdf" }, undefined, signal));
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    return { body: `[PDF, ${bytes.byteLength} bytes]`, note: `Not read: ${error.message}.` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function written({ sections, pages = 0, missing = [] }: Extracted) {
  if (sections.length === 0)
    return { body: `[PDF of ${pages} pages]`, note: "The PDF has no text, only images of pages." };
  const body = sections
    .map(({ place, text }) => `[page ${place.at === "page" ? place.page : ""}]\n${text.trim()}`)
    .join("\n\n");
  return { body, ...(missing.length > 0 && { note: `Incomplete: ${missingPages(missing)}.` }) };
}
