// Child process that extracts the text of one file. It is separate and confined, because a file may exploit a
// bug of the parser.
import { send, serve, settings } from "../../../ground/processes/process/child.mjs";
import { Failed, Output } from "./output.mjs";

/** Loaded by kind, because a reader starts faster without the libraries of the others. */
const READERS = {
  pdf: async () => (await import("./pdf.mjs")).readPdf,
  images: async () => (await import("./pdf.mjs")).readImages,
  zip: async () => (await import("./office.mjs")).readZip,
  html: async () => (await import("./html.mjs")).readHtmlFile,
  mail: async () => (await import("./mail.mjs")).readMail,
  rtf: async () => (await import("./rtf.mjs")).readRtf,
};

serve(async () => {
  const output = new Output(settings, send);
  try {
    const read = await READERS[settings.kind]();
    const facts = await read(settings.path, output);
    await output.flush();
    return { type: "end", isCut: output.isFull, ...facts };
  } catch (error) {
    return { type: "failed", why: error instanceof Failed ? error.why : "broken" };
  }
});
