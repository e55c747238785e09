import { settings } from "../../../ground/processes/process/child.mjs";
import { readEpub } from "./epub.mjs";
import { readOpenDocument } from "./open-document.mjs";
import { Failed } from "./output.mjs";
import { readSheets } from "./sheets.mjs";
import { readSlides } from "./slides.mjs";
import { readWord } from "./word.mjs";
import { Archive, relationsOf } from "./zip.mjs";

const FORMATS = [
  { type: /\.wordprocessingml\.|\.ms-word\./, read: readWord },
  { type: /\.spreadsheetml\.|\.ms-excel\./, read: readSheets },
  { type: /\.presentationml\.|\.ms-powerpoint\./, read: readSlides },
];

/** Reads a document whose parts are in a zip archive. The archive itself tells its format. */
export async function readZip(path, output) {
  const archive = await Archive.open(path);
  if (archive.has("META-INF/container.xml")) return readEpub(archive, output);
  if (archive.has("content.xml")) return readOpenDocument(archive, output, settings.sheet);
  if (!archive.has("[Content_Types].xml")) throw new Failed("unsupported");
  const main = await mainPartOf(archive);
  const format = FORMATS.find(({ type }) => type.test(main.type));
  if (!format) throw new Failed("unsupported");
  return format.read(archive, main.part, output, settings.sheet);
}

async function mainPartOf(archive) {
  const roots = await relationsOf(archive, "");
  const part = [...roots.values()].find(({ type }) => type.endsWith("/officeDocument"))?.part;
  if (part === undefined || !archive.has(part)) throw new Failed("broken");
  let type = "";
  await archive.parse("[Content_Types].xml", {
    open(name, { PartName, ContentType }) {
      if (name === "Override" && PartName === `/${part}`) type = ContentType ?? "";
    },
  });
  return { part, type };
}
