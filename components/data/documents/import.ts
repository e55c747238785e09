import { ApiError } from "@/components/client/request";
import type { Fields } from "./api";
import { readValue } from "./fields";

/** What one request takes. */
const MAX_BYTES = 19_000_000;

/** The text of a file: UTF-8, or UTF-16 where it begins by saying so. Throws where it is too large for one request. */
export async function textOfFile(file: File): Promise<string> {
  if (file.size > MAX_BYTES)
    throw new ApiError(422, "The file has more than 19 MB. Split it, and import the parts.", undefined);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? "utf-16le"
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? "utf-16be"
        : "utf-8";
  return new TextDecoder(mark).decode(bytes);
}

/** The documents of a file: JSON (an array, one object, or one a line), or CSV with the fields in its first line. */
export async function documentsOf(file: File): Promise<Fields[]> {
  const text = await textOfFile(file);
  const documents = /^\s*[[{]/.test(text) ? fromJson(text) : await fromCsv(text);
  if (documents.length === 0) throw new ApiError(422, "There is no document in this file.", undefined);
  return documents;
}

function fromJson(text: string): Fields[] {
  const values: unknown[] = parsed(text) ?? text.split("\n").flatMap((line, nth) => lineOf(line, nth));
  const odd = values.findIndex(
    (value) => typeof value !== "object" || value === null || Array.isArray(value),
  );
  if (odd >= 0) throw new ApiError(422, `Entry ${odd + 1} is no object, such as {"name": "Ada"}.`, undefined);
  return values as Fields[];
}

function parsed(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    return undefined;
  }
}

function lineOf(line: string, nth: number): unknown[] {
  if (line.trim() === "") return [];
  try {
    return [JSON.parse(line)];
  } catch {
    throw new ApiError(422, `This is no JSON: line ${nth + 1} cannot be read.`, undefined);
  }
}

/** Cells become numbers, booleans and JSON where they are written so; an empty one leaves its field out. */
async function fromCsv(text: string): Promise<Fields[]> {
  const { default: papaparse } = await import("papaparse");
  const { data } = papaparse.parse(text, { delimitersToGuess: [",", ";", "\t", "|"] });
  const [names = [], ...rows] = data;
  if (names.every((name) => name.trim() === ""))
    throw new ApiError(422, "The first line of a CSV names the fields.", undefined);
  return rows.flatMap((row) => {
    const cells = names.flatMap((name, at) => {
      const cell = row[at] ?? "";
      return cell === "" || name.trim() === "" ? [] : [[name.trim(), cellOf(cell)] as const];
    });
    return cells.length > 0 ? [Object.fromEntries(cells)] : [];
  });
}

function cellOf(cell: string): unknown {
  if (/^[[{]/.test(cell)) {
    try {
      return JSON.parse(cell);
    } catch {
      return cell;
    }
  }
  const read = readValue(cell, undefined);
  return "value" in read ? read.value : cell;
}
