import {
  asNumber,
  cellOf,
  cellText,
  type Digits,
  digitsOf,
  isEmpty,
  isNumeric,
  numberFormat,
} from "@/components/draw/grid/values";
import { type DayReader, dayReader } from "@/lib/shared/blocks/days";
import { formatNumber, type TableColumn } from "@/lib/shared/blocks/table-column";
import { t as common } from "@/lib/shared/i18n/en/common";
import { formatTag } from "@/lib/shared/i18n/locale";

export type Row = Record<string, unknown>;
export type ColumnKind = NonNullable<TableColumn["kind"]> | "data";

export type ColumnLook = Digits &
  Pick<TableColumn, "currency" | "unit" | "max" | "tones"> & {
    key: string;
    label: string;
    kind: ColumnKind;
    align: "left" | "right" | "center";
    /** For bars: the largest absolute number. `chars` is the length of the longest text. */
    max: number;
    chars: number;
    day?: DayReader;
  };

/** `value` reads the raw cell. `text` formats it for display; empty cells give "". */
export type Column = ColumnLook & { value: (row: Row) => unknown; text: (row: Row) => string };

export const columnsOf = (columns: readonly TableColumn[], rows: readonly Row[]): Column[] =>
  looksOf(columns, rows).map(withText);

/** Determines what each column contains. The kind that the agent named is used if the cells fit it. */
export function looksOf(columns: readonly TableColumn[], rows: readonly Row[]): ColumnLook[] {
  return columns.map(({ key, label, align, kind: wanted, ...written }) => {
    const values = rows.map((row) => cellOf(row, key));
    const day = wanted === "text" ? undefined : dayReader(stringsOf(values), wanted === "date");
    const kind = kindOf(values, wanted, day);
    const isRight = QUANTITIES.has(kind);
    const look: ColumnLook = {
      ...{ key, label, kind, ...digitsOf(values), ...written, ...(kind === "date" && { day }) },
      align: align ?? (isRight ? "right" : "left"),
      max:
        kind === "progress"
          ? (written.max ?? 100)
          : kind === "bar"
            ? largest(values.map((value) => Math.abs(asNumber(value) ?? 0)))
            : 0,
      chars: 0,
    };
    if (kind !== "bar" && kind !== "progress") return look;
    const { text } = withText(look);
    return { ...look, chars: largest(rows.map((row) => text(row).length)) };
  });
}

/** Kinds whose largest value comes first when sorted. */
export const QUANTITIES: ReadonlySet<ColumnKind> = new Set([
  ...(["number", "bar", "currency", "percent", "progress"] as const),
]);

export function withText(look: ColumnLook): Column {
  const format = numberFormat(look);
  const value = (row: Row) => cellOf(row, look.key);
  return { ...look, value, text: (row) => written(value(row), look, format) };
}

function stringsOf(values: unknown[]): string[] {
  const strings = values.filter((value) => typeof value === "string" && value !== "") as string[];
  return values.every((value) => isEmpty(value) || typeof value === "string") ? strings : [];
}

export function orderOf({ value, day }: Column, row: Row): unknown {
  const raw = value(row);
  return (day && typeof raw === "string" && day(raw)) || raw;
}

export const shareOf = ({ value, max }: Column, row: Row): number =>
  max > 0 ? Math.min(1, Math.abs(asNumber(value(row)) ?? 0) / max) : 0;

function kindOf(values: unknown[], wanted: TableColumn["kind"], day: DayReader | undefined): ColumnKind {
  if (wanted === "text") return "text";
  if ((wanted === "checkbox" || wanted === "boolean") && values.every(isTruth)) return wanted;
  if (wanted === "badge" && values.every(isShort)) return "badge";
  if (isNumeric(values)) return wanted && QUANTITIES.has(wanted) ? wanted : "number";
  if (day) return "date";
  if (isAll(values, isLink)) return "link";
  return values.some((value) => typeof value === "object" && value !== null) ? "data" : "text";
}

const isShort = (value: unknown) => typeof value !== "object" && String(value ?? "").length <= MAX_BADGE;
const MAX_BADGE = 60;

/** SQLite stores true and false as 1 and 0. */
const isTruth = (value: unknown) => isEmpty(value) || TRUTHS.has(value);
const TRUTHS = new Set<unknown>([true, false, 1, 0]);

export const isTicked = (value: unknown): boolean => value === true || value === 1;

function isAll(values: unknown[], is: (value: string) => boolean): boolean {
  return (
    values.every((value) => isEmpty(value) || (typeof value === "string" && is(value))) &&
    !values.every(isEmpty)
  );
}

function isLink(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

/** Cached, because a column may have thousands of days. */
function dateFormat(tag: string): Intl.DateTimeFormat {
  const format =
    dateFormats.get(tag) ??
    new Intl.DateTimeFormat(tag, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  dateFormats.set(tag, format);
  return format;
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dayText(iso: string): string {
  const day = dateFormat(formatTag()).format(new Date(iso.slice(0, 10)));
  return iso.length > 10 ? `${day}, ${iso.slice(11, 16)}` : day;
}

const largest = (numbers: number[]): number => numbers.reduce((max, each) => Math.max(max, each), 0);

function written(value: unknown, look: ColumnLook, format: Intl.NumberFormat): string {
  const { kind } = look;
  if (kind === "boolean" && isEmpty(value)) return "";
  if (kind === "checkbox" || kind === "boolean") return isTicked(value) ? common("yes") : common("no");
  if (kind === "date" && typeof value === "string" && value) return dayText(look.day?.(value) ?? value);
  if (kind === "link" && typeof value === "string") return value.replace(/^https?:\/\/(www\.)?|\/$/gi, "");
  const isFigure = typeof value === "number" && QUANTITIES.has(kind);
  return isFigure ? formatNumber(value, look, format.format(value)) : cellText(value, format);
}
