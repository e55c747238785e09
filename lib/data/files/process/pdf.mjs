import { readFileSync } from "node:fs";
import { extractImages, getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { settings } from "../../../ground/processes/process/child.mjs";
import { Failed } from "./output.mjs";

async function open(path) {
  try {
    // No warnings about broken files, because the parent process reads all output as messages.
    return await getDocumentProxy(new Uint8Array(readFileSync(path)), { verbosity: 0 });
  } catch (error) {
    throw new Failed(error?.name === "PasswordException" ? "password" : "broken");
  }
}

/** Reads the text page by page. `missing` are the pages that show images but have no text. */
export async function readPdf(path, output) {
  const file = await open(path);
  await output.send({ type: "pages", pages: file.numPages });
  const missing = [];
  const last = Math.min(file.numPages, settings.maxPages);
  for (let number = 1; number <= last && !output.isFull; number++) {
    const { text, hasImage } = await pageOf(file, number);
    if (hasImage) {
      missing.push(number);
      await output.send({ type: "missing", page: number });
    } else await output.add({ at: "page", page: number }, text);
  }
  return last < file.numPages ? { isCut: true } : {};
}

/** Returns no text for a broken page, so that the other pages are still read. */
async function pageOf(file, number) {
  try {
    const page = await file.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map(({ str = "", hasEOL }) => (hasEOL ? `${str}\n` : str)).join("");
    const hasImage = text.trim() === "" && (await drawsImage(page));
    page.cleanup();
    return { text, hasImage };
  } catch {
    return { text: "", hasImage: false };
  }
}

async function drawsImage(page) {
  const { OPS } = await getResolvedPDFJS();
  const images = [OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject];
  const { fnArray } = await page.getOperatorList();
  return fnArray.some((operation) => images.includes(operation));
}

const MAX_PIXELS = 40_000_000;

/** Sends the largest image of each page in `settings.pages` as raw pixels. */
export async function readImages(path, output) {
  const file = await open(path);
  for (const number of settings.pages) {
    const images = await extractImages(file, number).catch(() => []);
    const fitting = images.filter(({ width, height }) => width * height <= MAX_PIXELS);
    const [largest] = fitting.sort((a, b) => b.width * b.height - a.width * a.height);
    if (!largest) continue;
    const { data, width, height, channels } = largest;
    await output.send({ type: "image", page: number, data: new Uint8Array(data), width, height, channels });
  }
}
