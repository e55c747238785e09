import { makeZip } from "./zip";

/** A heading, with its level before it as in Markdown, or a paragraph. */
type Line = string;
type Sheet = { name: string; rows: readonly (readonly (string | number | Date | null)[])[] };

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>\n`;
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const OFFICE = "http://schemas.openxmlformats.org";
const RELATION = `${OFFICE}/officeDocument/2006/relationships`;

function headingOf(line: Line): { level: number; text: string } | null {
  const [, marks, text] = /^(#+) (.*)$/.exec(line) ?? [];
  return marks && text !== undefined ? { level: marks.length, text } : null;
}

const relations = (all: readonly [id: string, kind: string, target: string][]) =>
  `${HEAD}<Relationships xmlns="${OFFICE}/package/2006/relationships">${all
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${RELATION}/${kind}" Target="${target}"/>`)
    .join("")}</Relationships>`;

const types = (part: string, type: string) =>
  `${HEAD}<Types xmlns="${OFFICE}/package/2006/content-types"><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`;

export function makeDocx(lines: readonly Line[]): Buffer {
  const paragraph = (line: Line) => {
    const heading = headingOf(line);
    // Templates name their own styles, based on a heading.
    const style = heading ? `<w:pPr><w:pStyle w:val="Kapitel${heading.level}"/></w:pPr>` : "";
    return `<w:p>${style}<w:r><w:t xml:space="preserve">${escaped(heading?.text ?? line)}</w:t></w:r></w:p>`;
  };
  const styles = [1, 2, 3]
    .map(
      (level) =>
        `<w:style w:styleId="H${level}"><w:name w:val="heading ${level}"/></w:style>` +
        `<w:style w:styleId="Kapitel${level}"><w:name w:val="Kapitel"/><w:basedOn w:val="H${level}"/></w:style>`,
    )
    .join("");
  return makeZip({
    "[Content_Types].xml": types("word/document.xml", "wordprocessingml.document"),
    "_rels/.rels": relations([["r1", "officeDocument", "word/document.xml"]]),
    "word/_rels/document.xml.rels": relations([["r1", "styles", "styles.xml"]]),
    "word/styles.xml": `${HEAD}<w:styles>${styles}</w:styles>`,
    "word/document.xml": `${HEAD}<w:document><w:body>${lines.map(paragraph).join("")}</w:body></w:document>`,
  });
}

export function makePptx(
  slides: readonly { title: string; lines: readonly string[]; notes?: string }[],
): Buffer {
  const shape = (type: string, lines: readonly string[]) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody>${lines
      .map((line) => `<a:p><a:r><a:t>${escaped(line)}</a:t></a:r></a:p>`)
      .join("")}</p:txBody></p:sp>`;
  const parts: Record<string, string> = {
    "[Content_Types].xml": types("ppt/presentation.xml", "presentationml.presentation"),
    "_rels/.rels": relations([["r1", "officeDocument", "ppt/presentation.xml"]]),
    "ppt/presentation.xml": `${HEAD}<p:presentation><p:sldIdLst>${slides
      .map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at}"/>`)
      .join("")}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relations(
      slides.map((_, at): [string, string, string] => [`s${at}`, "slide", `slides/slide${at + 1}.xml`]),
    ),
  };
  for (const [at, { title, lines, notes }] of slides.entries()) {
    const tree = shape("title", [title]) + shape("body", lines);
    parts[`ppt/slides/slide${at + 1}.xml`] =
      `${HEAD}<p:sld><p:cSld><p:spTree>${tree}</p:spTree></p:cSld></p:sld>`;
    if (notes === undefined) continue;
    parts[`ppt/slides/_rels/slide${at + 1}.xml.rels`] = relations([
      ["n", "notesSlide", `../notesSlides/notes${at}.xml`],
    ]);
    parts[`ppt/notesSlides/notes${at}.xml`] =
      `${HEAD}<p:notes>${shape("sldNum", [`${at + 1}`])}${shape("body", [notes])}</p:notes>`;
  }
  return makeZip(parts);
}

const columnName = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : columnName(Math.floor(column / 26) - 1) + columnName(column % 26);

const serialOf = (date: Date) => date.getTime() / 86_400_000 + 25_569;

export function makeXlsx(sheets: readonly Sheet[]): Buffer {
  const shared = new Map<string, number>();
  const cell = (value: string | number | Date | null, row: number, column: number) => {
    const at = `r="${columnName(column)}${row}"`;
    if (value === null) return "";
    if (typeof value === "number") return `<c ${at}><v>${value}</v></c>`;
    if (value instanceof Date) return `<c ${at} s="1"><v>${serialOf(value)}</v></c>`;
    if (!shared.has(value)) shared.set(value, shared.size);
    return `<c ${at} t="s"><v>${shared.get(value)}</v></c>`;
  };
  const parts: Record<string, string> = {
    "[Content_Types].xml": types("xl/workbook.xml", "spreadsheetml.sheet"),
    "_rels/.rels": relations([["r1", "officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `${HEAD}<workbook><sheets>${sheets
      .map(({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="s${at}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([
      ...sheets.map((_, at): [string, string, string] => [
        `s${at}`,
        "worksheet",
        `worksheets/sheet${at}.xml`,
      ]),
      ["t", "sharedStrings", "sharedStrings.xml"],
      ["f", "styles", "styles.xml"],
    ]),
    "xl/styles.xml": `${HEAD}<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
  };
  for (const [at, { rows }] of sheets.entries()) {
    const lines = rows.map(
      (row, number) =>
        `<row r="${number + 1}">${row.map((one, column) => cell(one, number + 1, column)).join("")}</row>`,
    );
    parts[`xl/worksheets/sheet${at}.xml`] =
      `${HEAD}<worksheet><sheetData>${lines.join("")}</sheetData></worksheet>`;
  }
  const texts = [...shared.keys()].map((text) => `<si><t>${escaped(text)}</t></si>`).join("");
  return makeZip({ ...parts, "xl/sharedStrings.xml": `${HEAD}<sst>${texts}</sst>` });
}

const openDocument = (type: string, body: string): Buffer =>
  makeZip({
    mimetype: `application/vnd.oasis.opendocument.${type}`,
    "META-INF/manifest.xml": `${HEAD}<manifest:manifest/>`,
    "content.xml": `${HEAD}<office:document-content><office:body>${body}</office:body></office:document-content>`,
  });

export const makeOdt = (lines: readonly Line[]): Buffer =>
  openDocument(
    "text",
    `<office:text>${lines
      .map((line) => {
        const heading = headingOf(line);
        return heading
          ? `<text:h text:outline-level="${heading.level}">${escaped(heading.text)}</text:h>`
          : `<text:p>${escaped(line)}</text:p>`;
      })
      .join("")}</office:text>`,
  );

export const makeOds = ({ name, rows }: Sheet): Buffer => {
  const cell = (value: string | number | Date | null) => {
    if (value === null) return "<table:table-cell/>";
    if (typeof value === "number")
      return `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${value.toLocaleString("de")}</text:p></table:table-cell>`;
    if (value instanceof Date)
      return `<table:table-cell office:value-type="date" office:date-value="${value.toISOString().slice(0, 10)}"><text:p>x</text:p></table:table-cell>`;
    return `<table:table-cell><text:p>${escaped(value)}</text:p></table:table-cell>`;
  };
  const lines = rows.map((row) => `<table:table-row>${row.map(cell).join("")}</table:table-row>`);
  const rest = `<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`;
  return openDocument(
    "spreadsheet",
    `<office:spreadsheet><table:table table:name="${escaped(name)}">${lines.join("")}${rest}</table:table></office:spreadsheet>`,
  );
};

export const makeOdp = (slides: readonly { title: string; lines: readonly string[] }[]): Buffer =>
  openDocument(
    "presentation",
    `<office:presentation>${slides
      .map(
        ({ title, lines }) =>
          `<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>${escaped(title)}</text:p></draw:text-box></draw:frame>` +
          `<draw:frame><draw:text-box>${lines.map((line) => `<text:p>${escaped(line)}</text:p>`).join("")}</draw:text-box></draw:frame></draw:page>`,
      )
      .join("")}</office:presentation>`,
  );

export function makeEpub(chapters: readonly { title: string; lines: readonly string[] }[]): Buffer {
  const parts: Record<string, string> = {
    mimetype: "application/epub+zip",
    "META-INF/container.xml": `${HEAD}<container><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>`,
    "OEBPS/content.opf": `${HEAD}<package><manifest>${chapters
      .map((_, at) => `<item id="c${at}" href="text/c${at}.xhtml" media-type="application/xhtml+xml"/>`)
      .join(
        "",
      )}</manifest><spine>${chapters.map((_, at) => `<itemref idref="c${at}"/>`).join("")}</spine></package>`,
  };
  for (const [at, { title, lines }] of chapters.entries())
    parts[`OEBPS/text/c${at}.xhtml`] =
      `${HEAD}<html><head><title>x</title><script src="a.js"/></head><body><h1>${escaped(title)}</h1>${lines
        .map((line) => `<p>${escaped(line)}</p>`)
        .join("")}</body></html>`;
  return makeZip(parts);
}
