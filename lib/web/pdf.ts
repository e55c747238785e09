import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pLimit from "p-limit";
import { PdfUnread, pdfText } from "@/lib/files/pdf";
import { owned } from "@/lib/process";

/** Each is a process. */
const AT_ONCE = 2;

/** The text of a PDF, page by page; where there is none, `note` says why. */
export function pdfBody(bytes: Uint8Array, signal: AbortSignal): Promise<{ body: string; note?: string }> {
  return owned("web.pdfs", () => pLimit(AT_ONCE))(async () => {
    signal.throwIfAborted();
    const folder = await mkdtemp(join(tmpdir(), "easel-pdf-"));
    try {
      const path = join(folder, "read.pdf");
      await writeFile(path, bytes, { mode: 0o600 });
      return written(await pdfText(path));
    } catch (error) {
      if (!(error instanceof PdfUnread)) throw error;
      return { body: `[PDF, ${bytes.byteLength} bytes]`, note: `Not read: ${error.message}.` };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

function written({ pages, count }: { pages: string[]; count: number }) {
  const texts = pages.map((page) => page.replaceAll("\0", "").toWellFormed().trim());
  if (texts.every((text) => text === ""))
    return { body: `[PDF of ${count} pages]`, note: "It holds no text, only pictures of pages." };
  return { body: texts.map((text, at) => `[page ${at + 1}]\n${text}`).join("\n\n") };
}
