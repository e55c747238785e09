// Child process that extracts the text of one PDF page by page. It is separate and confined, because a file
// may exploit a bug of the parser.
import { readFileSync } from "node:fs";
import { getDocumentProxy } from "unpdf";
import { send, serve, settings } from "../../../ground/processes/process/child.mjs";

const { path, maxPages } = settings;
let left = settings.maxCharacters;

serve(async () => {
  try {
    // No warnings about broken files, because the parent process reads all output as messages.
    const file = await getDocumentProxy(new Uint8Array(readFileSync(path)), { verbosity: 0 });
    await send({ type: "pages", pages: file.numPages });
    for (let number = 1; number <= Math.min(file.numPages, maxPages) && left > 0; number++) {
      const text = await textOf(file, number);
      left -= text.length;
      await send({ type: "page", text });
    }
    return { type: "end" };
  } catch (error) {
    return { type: "failed", why: error?.name === "PasswordException" ? "password" : "broken" };
  }
});

/** Returns no text for a broken page, so that the other pages are still read. */
async function textOf(file, number) {
  try {
    const page = await file.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return items
      .map(({ str = "", hasEOL }) => (hasEOL ? `${str}\n` : str))
      .join("")
      .slice(0, left);
  } catch {
    return "";
  }
}
