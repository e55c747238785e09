import { attribute, relationsOf } from "./zip.mjs";

const TITLES = new Set(["title", "ctrTitle"]);

/** Reads a presentation of PowerPoint by its slides, each with the speaker's notes. */
export async function readSlides(archive, part, output) {
  const slides = await slidesOf(archive, part);
  await output.send({ type: "pages", pages: slides.length });
  for (const [at, slide] of slides.entries()) {
    const { title, lines } = await linesOf(archive, slide);
    const related = [...(await relationsOf(archive, slide)).values()];
    const notes = related.find(({ type }) => type.endsWith("/notesSlide"))?.part;
    const spoken = notes === undefined ? [] : (await linesOf(archive, notes, true)).lines;
    const all = [...lines, ...(spoken.length > 0 ? ["Notes:", ...spoken] : [])];
    await output.add({ at: "slide", slide: at + 1, title: title.slice(0, 200) }, `${all.join("\n")}\n`);
    if (output.isFull) return;
  }
}

async function slidesOf(archive, part) {
  const targets = await relationsOf(archive, part);
  const slides = [];
  await archive.parse(part, {
    open(name, attributes) {
      // The relation's id has a prefix; the slide's own id has none.
      if (name === "sldId") slides.push(targets.get(relationId(attributes))?.part);
    },
  });
  return slides.filter((slide) => slide !== undefined && archive.has(slide));
}

const relationId = (attributes) =>
  Object.entries(attributes).find(([name]) => name !== "id" && name.endsWith(":id"))?.[1];

async function linesOf(archive, part, isNotes = false) {
  const lines = [];
  let [title, shape, line, isText, skipped] = ["", null, null, false, 0];
  await archive.parse(part, {
    open(name, attributes) {
      if (name === "Fallback") skipped++;
      if (name === "sp") shape = { type: "" };
      else if (name === "ph" && shape) shape.type = attribute(attributes, "type") ?? "body";
      else if (name === "p") line = "";
      else if (name === "t") isText = true;
      else if (name === "br" && line !== null) line += "\n";
      else if (name === "tab" && line !== null) line += "\t";
    },
    text(text) {
      if (isText && skipped === 0 && line !== null) line += text;
    },
    close(name) {
      if (name === "Fallback") skipped--;
      else if (name === "t") isText = false;
      else if (name === "sp") shape = null;
      else if (name === "p" && line !== null) {
        // The other shapes of notes repeat the slide's number and date.
        const isShown = !isNotes || shape?.type === "body";
        const text = line.trim();
        if (shape && TITLES.has(shape.type)) title = `${title} ${text}`.trim();
        if (isShown && text !== "") lines.push(text);
        line = null;
      }
    },
  });
  return { title, lines };
}
