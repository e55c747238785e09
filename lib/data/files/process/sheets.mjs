import { Failed } from "./output.mjs";
import { attribute, relationsOf } from "./zip.mjs";

const MAX_SHARED_CHARS = 60_000_000;
const MAX_COLUMNS = 1_000;
const MAX_ROW_CHARS = 100_000;

/**
 * Reads a workbook of Excel row by row. With `sheet`, sends the cells of that sheet alone, so that they can
 * become a table.
 */
export async function readSheets(archive, part, output, sheet) {
  const targets = await relationsOf(archive, part);
  const partOf = (kind) => [...targets.values()].find(({ type }) => type.endsWith(`/${kind}`))?.part;
  const { sheets, is1904 } = await sheetsOf(archive, part, targets);
  const shared = await sharedTexts(archive, partOf("sharedStrings"));
  const formats = await dateFormats(archive, partOf("styles"));
  const chosen = sheet === undefined ? sheets : sheets.filter(({ name }) => name === sheet);
  if (chosen.length === 0) throw new Failed("no sheet");
  for (const { name, part } of chosen) {
    await readRows(archive, part, { shared, formats, is1904, output, take: rowTaker(output, name, sheet) });
    if (output.isFull) return {};
  }
  return { sheets: sheets.map(({ name }) => name) };
}

/** Returns the function that takes each row with cells. */
export function rowTaker(output, name, sheet) {
  if (sheet === undefined)
    return (row, cells) => {
      const text = cells.map((cell) => cell.replace(/[\t\r\n]+/g, " ")).join("\t");
      return output.add({ at: "row", sheet: name, row }, `${text.slice(0, MAX_ROW_CHARS)}\n`);
    };
  let rows = [];
  const flush = () => {
    const sent = output.send({ type: "rows", rows });
    rows = [];
    return sent;
  };
  return Object.assign(
    (_, cells) => {
      rows.push(cells);
      return rows.length >= 500 ? flush() : undefined;
    },
    { flush },
  );
}

async function readRows(archive, part, { shared, formats, is1904, output, take }) {
  let [row, cells, cell, isValue, sent] = [0, [], null, false, undefined];
  await archive.parse(part, {
    open(name, attributes) {
      if (name === "row") {
        row = Number(attributes.r) || row + 1;
        cells = [];
      } else if (name === "c") {
        cell = {
          column: columnOf(attributes.r) ?? cells.length,
          type: attributes.t,
          text: "",
          style: attributes.s,
        };
      } else if (name === "v" || (name === "t" && cell)) isValue = true;
      // Phonetic hints repeat the text.
      else if (name === "rPh") isValue = false;
    },
    text(text) {
      if (isValue && cell) cell.text += text;
    },
    close(name) {
      if (name === "v" || name === "t") isValue = false;
      else if (name === "c" && cell) {
        if (cell.column < MAX_COLUMNS) {
          while (cells.length < cell.column) cells.push("");
          cells[cell.column] = cellText(cell, shared, formats, is1904);
        }
        cell = null;
      } else if (name === "row") {
        while (cells.length > 0 && cells.at(-1) === "") cells.pop();
        if (cells.length > 0) sent = take(row, cells) ?? sent;
      }
    },
    wait: () => sent,
    isDone: () => output.isFull,
  });
  await take.flush?.();
}

function columnOf(reference) {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? "") ?? [];
  if (!letters) return undefined;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText({ type, text, style }, shared, formats, is1904) {
  if (type === "s") return shared[Number(text)] ?? "";
  if (type === "b") return text === "1" ? "TRUE" : "FALSE";
  if (type !== undefined && type !== "n") return text;
  const number = Number(text);
  if (text === "" || !Number.isFinite(number)) return text;
  return formats.has(Number(style ?? 0)) ? dateOf(number, is1904) : String(number);
}

const DAY_MS = 86_400_000;
/** Day 0 of Excel's calendar, and of Excel for Mac's earlier calendar. */
const EPOCH = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** Excel counts a day that does not exist, 29 February 1900. */
const MISCOUNTED = 60;

/** Returns a date as ISO, a time without a date as such, and both with a space between them. */
function dateOf(serial, is1904) {
  const days = !is1904 && serial < MISCOUNTED && serial >= 1 ? serial + 1 : serial;
  const date = new Date(Math.round(((is1904 ? EPOCH_1904 : EPOCH) + days * DAY_MS) / 1_000) * 1_000);
  if (Number.isNaN(date.getTime())) return String(serial);
  const [day, time] = [date.toISOString().slice(0, 10), date.toISOString().slice(11, 19)];
  if (serial >= 0 && serial < 1) return time;
  return time === "00:00:00" ? day : `${day} ${time}`;
}

async function sheetsOf(archive, part, targets) {
  const sheets = [];
  let is1904 = false;
  await archive.parse(part, {
    open(name, attributes) {
      if (name === "workbookPr") is1904 = ["1", "true"].includes(attributes.date1904);
      if (name !== "sheet") return;
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1];
      const target = targets.get(relation);
      // A sheet may also be a chart.
      if (target?.type.endsWith("/worksheet") && archive.has(target.part))
        sheets.push({ name: (attributes.name ?? "").slice(0, 100), part: target.part });
    },
  });
  return { sheets, is1904 };
}

async function sharedTexts(archive, part) {
  const texts = [];
  if (part === undefined) return texts;
  let [text, isText, isPhonetic, characters] = ["", false, false, 0];
  await archive.parse(part, {
    open(name) {
      if (name === "si") text = "";
      else if (name === "t") isText = !isPhonetic;
      else if (name === "rPh") isPhonetic = true;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      if (name === "t") isText = false;
      else if (name === "rPh") isPhonetic = false;
      else if (name === "si") {
        characters += text.length;
        if (characters > MAX_SHARED_CHARS) throw new Failed("large");
        texts.push(text);
      }
    },
  });
  return texts;
}

const isBuiltInDate = (id) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
/** Literal text, colours and conditions in a number format. */
const LITERALS = /"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]|_.|\*./gi;

/** Returns the numbers of the cell styles that show a number as a date or time. */
async function dateFormats(archive, part) {
  const styles = new Set();
  if (part === undefined) return styles;
  const own = new Map();
  let [isCells, count] = [false, 0];
  await archive.parse(part, {
    open(name, attributes) {
      if (name === "numFmt") own.set(Number(attributes.numFmtId), attribute(attributes, "formatCode") ?? "");
      else if (name === "cellXfs") isCells = true;
      else if (name === "xf" && isCells) {
        const id = Number(attributes.numFmtId ?? 0);
        const code = own.get(id)?.split(";")[0].replace(LITERALS, "");
        if (code === undefined ? isBuiltInDate(id) : /[dmyhs]/i.test(code)) styles.add(count);
        count++;
      }
    },
    close(name) {
      if (name === "cellXfs") isCells = false;
    },
  });
  return styles;
}
