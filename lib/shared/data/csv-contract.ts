import * as z from "zod/mini";
import { columnReadings } from "../files";
import { DATE_ORDERS } from "./csv-style";

/**
 * Columns whose texts would be converted, each with an example: `text` in the file and `becomes` in the table.
 */
const restyled = z.array(z.object({ name: z.string(), text: z.string(), becomes: z.string() }));

/**
 * Response of `POST /api/database/csv`: numbers and dates at the start of a CSV that can be read in several
 * ways.
 */
export const csvSurvey = z.object({
  decimals: restyled,
  /** Dates for which both orders of day and month are possible, with the result of each order. */
  dates: z.array(z.object({ dates: z.enum(DATE_ORDERS), columns: restyled })),
});
export type CsvSurvey = z.infer<typeof csvSurvey>;

export const csvImported = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  types: z.array(z.string()),
  rows: z.number(),
  /**
   * Columns whose stored values differ from the file, or that contain some numbers and were imported as text.
   */
  readings: z.optional(columnReadings),
  encoding: z.string(),
  delimiter: z.string(),
  /** True if the first row was used as column names. */
  header: z.boolean(),
});
export type CsvImported = z.infer<typeof csvImported>;
