// Takes the text out of one PDF and tells it page by page. A process of its own, for a file may be made to harm its reader.
import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { getDocumentProxy } from "unpdf";

const [path, pages, characters, memoryMb] = process.argv.slice(2);
const mostPages = Number(pages);
let left = Number(characters);

new Worker(new URL("./watcher.mjs", import.meta.url), {
  workerData: Number(memoryMb),
  resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 },
}).unref();

try {
  // Requests come first.
  setPriority(10);
} catch {
  // A system that does not let us.
}

const tell = (message) => new Promise((resolve) => process.send(message, resolve));

try {
  // What is written about broken files goes nowhere: the parent reads our messages only.
  const file = await getDocumentProxy(new Uint8Array(readFileSync(path)), { verbosity: 0 });
  await tell({ type: "pages", pages: file.numPages });
  for (let number = 1; number <= Math.min(file.numPages, mostPages) && left > 0; number++) {
    const text = await textOf(file, number);
    left -= text.length;
    await tell({ type: "page", text });
  }
  await tell({ type: "end" });
} catch (error) {
  await tell({ type: "failed", why: error?.name === "PasswordException" ? "password" : "broken" });
}
process.exit();

/** One broken page keeps nobody from reading the others. */
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
