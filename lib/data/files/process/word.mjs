import { Headings } from "./output.mjs";
import { attribute, relationsOf } from "./zip.mjs";

/** Content that is shown again elsewhere, or that only older programs show. */
const SKIPPED = new Set(["Fallback", "instrText", "delText"]);
const SPACES = { tab: "\t", br: "\n", cr: "\n", noBreakHyphen: "-" };

/** Reads a document of Word by its headings, with the footnotes at the end. */
export async function readWord(archive, part, output) {
  const related = [...(await relationsOf(archive, part)).values()];
  const partOf = (kind) => related.find(({ type }) => type.endsWith(`/${kind}`))?.part;
  const levels = await headingStyles(archive, partOf("styles"));
  const headings = new Headings();
  await readText(archive, part, { output, headings, levels });
  for (const kind of ["footnotes", "endnotes"]) {
    const notes = partOf(kind);
    if (notes === undefined || !archive.has(notes)) continue;
    headings.open(1, kind === "footnotes" ? "Footnotes" : "Endnotes");
    await readText(archive, notes, { output, headings, levels: new Map() });
  }
}

async function readText(archive, part, { output, headings, levels }) {
  let [skipped, isText, sent] = [0, false, undefined];
  const paragraphs = [];
  const rows = [];
  const add = (text) => {
    sent = output.add(headings.place, `${text}\n`) ?? sent;
  };
  const end = ({ text, level }) => {
    const row = rows.at(-1);
    if (row) row[row.length - 1] = `${row.at(-1) ?? ""} ${text}`.trim();
    else {
      if (level !== null) headings.open(level, text);
      add(text);
    }
  };
  await archive.parse(part, {
    open(name, attributes) {
      if (SKIPPED.has(name)) skipped++;
      if (skipped > 0) return;
      const paragraph = paragraphs.at(-1);
      const value = attribute(attributes, "val");
      if (name === "p") paragraphs.push({ text: "", level: null });
      else if (name === "tr") rows.push([]);
      else if (name === "tc") rows.at(-1)?.push("");
      else if (name === "t") isText = true;
      else if (paragraph && name === "pStyle") paragraph.level ??= levels.get(value) ?? null;
      else if (paragraph && name === "outlineLvl" && Number(value) < 9) paragraph.level = Number(value) + 1;
      else if (paragraph && Object.hasOwn(SPACES, name)) paragraph.text += SPACES[name];
    },
    text(text) {
      const paragraph = paragraphs.at(-1);
      if (isText && skipped === 0 && paragraph) paragraph.text += text;
    },
    close(name) {
      if (SKIPPED.has(name)) skipped--;
      if (skipped > 0) return;
      if (name === "t") isText = false;
      else if (name === "p") end(paragraphs.pop() ?? { text: "", level: null });
      else if (name === "tr") {
        const cells = (rows.pop() ?? []).join(" | ");
        const outer = rows.at(-1);
        if (outer) outer[outer.length - 1] = `${outer.at(-1) ?? ""} ${cells}`.trim();
        else add(cells);
      }
    },
    wait: () => sent,
    isDone: () => output.isFull,
  });
}

/** Returns the heading levels by style, also of styles that are based on one of a heading. */
async function headingStyles(archive, part) {
  const styles = new Map();
  let style;
  if (part !== undefined)
    await archive.parse(part, {
      open(name, attributes) {
        const value = attribute(attributes, "val");
        if (name === "style") {
          style = { level: null, parent: undefined };
          styles.set(attribute(attributes, "styleId"), style);
        } else if (!style) return;
        // Names of built-in styles are English in the file, whatever the language of the program.
        else if (name === "name") style.level ??= /^title$/i.test(value) ? 1 : levelOf(value);
        else if (name === "outlineLvl" && Number(value) < 9) style.level = Number(value) + 1;
        else if (name === "basedOn") style.parent = value;
      },
      close(name) {
        if (name === "style") style = undefined;
      },
    });
  const levels = new Map();
  for (const [id, own] of styles) {
    let [one, hops] = [own, 0];
    while (one && one.level === null && hops++ < 10) one = styles.get(one.parent);
    if (one?.level) levels.set(id, one.level);
  }
  return levels;
}

const levelOf = (name) => {
  const [, level] = /^heading ([1-9])$/i.exec(name ?? "") ?? [];
  return level ? Number(level) : null;
};
