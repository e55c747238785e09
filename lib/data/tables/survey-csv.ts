import { incoming } from "@/lib/ground/blobs/incoming";
import { assertLength } from "@/lib/platform/http/request-body";
import type { CsvStyle } from "@/lib/shared/data/csv-columns";
import type { CsvSurvey } from "@/lib/shared/data/csv-contract";
import { DATE_ORDERS, SAMPLE_BYTES } from "@/lib/shared/data/csv-style";
import { AppError } from "@/lib/shared/errors";
import { encodingOf } from "@/lib/shared/text/text-encoding";
import { csvRows, dialectOf } from "./csv/rows";
import { survey } from "./csv/survey";

/**
 * Returns which questions about the formats of numbers and dates the user must answer before an import. The
 * request body is the beginning of the CSV.
 */
export async function surveyCsv(request: Request): Promise<CsvSurvey> {
  assertLength(request, SAMPLE_BYTES);
  if (!request.body) throw new AppError("bad_request", "The body is empty; send the beginning of a CSV.");
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of incoming(request.body)) {
    size += piece.length;
    if (size > SAMPLE_BYTES)
      throw new AppError("too_large", `Send only the first ${SAMPLE_BYTES} bytes of a CSV.`);
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  async function* open() {
    yield bytes;
  }
  const encoding = await encodingOf(open());
  const dialect = await dialectOf(open(), encoding);
  const rows = await startOf(csvRows(open(), dialect), bytes.length >= SAMPLE_BYTES);
  const as = async (style: CsvStyle) => {
    async function* batch() {
      yield rows;
    }
    return survey(batch(), undefined, style);
  };
  const plain = await as({});
  const changed = async (style: CsvStyle) => {
    const { columns } = await as(style);
    return columns.flatMap((column, at) => {
      const name = plain.names[at] ?? "";
      const text = plain.head
        .map((row) => row[at] ?? "")
        .find((cell) => cell !== "" && column.normal(cell) !== cell);
      return text === undefined ? [] : { name, text, becomes: column.normal(text) };
    });
  };
  const orders = await Promise.all(
    DATE_ORDERS.map(async (dates) => ({ dates, columns: await changed({ dates }) })),
  );
  return {
    decimals: await changed({ decimal: "comma" }),
    dates: orders.filter(({ columns }) => columns.length > 0),
  };
}

/** Returns the rows at the beginning. Drops the last row of a sample that was cut off. */
async function startOf(batches: AsyncIterable<string[][]>, isCut: boolean): Promise<string[][]> {
  const rows: string[][] = [];
  try {
    for await (const batch of batches) rows.push(...batch);
  } catch (error) {
    if (!isCut || rows.length === 0) throw error;
  }
  return isCut && rows.length > 1 ? rows.slice(0, -1) : rows;
}
