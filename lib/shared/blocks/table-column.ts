import { z } from "zod";
import { t } from "@/lib/shared/i18n/en/sharedForms";
import { currentLocale, formatTag } from "@/lib/shared/i18n/locale";
import { describeAs, hideFromModels } from "@/lib/shared/text/schema-for-models";
import { isRecord } from "./define";

/** Kinds of cells in a column. `progress` and `bar` draw a bar at each number. */
const KINDS = [
  ...(["text", "number", "date", "link", "bar", "checkbox"] as const),
  ...(["currency", "percent", "boolean", "badge", "progress"] as const),
] as const;

export const isKind = (value: unknown): boolean => KINDS.some((kind) => kind === value);

export const TONES = ["neutral", "success", "warning", "danger"] as const;
export type Tone = (typeof TONES)[number];

export const tableColumn = z
  .object({
    key: z.string().min(1).max(200),
    label: z.string().max(200),
    align: hideFromModels(z.enum(["left", "right", "center"]).optional()),
    kind: describeAs(z.enum(KINDS), "date, link, bar (draws one) or another").optional(),
    currency: hideFromModels(
      z
        .string()
        .regex(/^[A-Z]{3}$/, "must be a code of three letters, such as EUR")
        .optional()
        .describe("Of kind currency: its code, such as EUR"),
    ),
    unit: hideFromModels(z.string().min(1).max(20).optional().describe("Of kind number: shown after each")),
    max: hideFromModels(
      z.number().positive().optional().describe("Of kind progress: the total; 100 if missing"),
    ),
    tones: hideFromModels(
      z
        .record(z.string().max(200), z.enum(TONES))
        .optional()
        .describe("Of kind badge: colours by the cell's text"),
    ),
  })
  .refine(({ kind, currency }) => kind !== "currency" || currency !== undefined, {
    path: ["currency"],
    message: "is missing: the code of the currency, such as EUR",
    when: ({ value }) => isRecord(value),
  });

export type TableColumn = z.infer<typeof tableColumn>;

type Written = Pick<TableColumn, "currency" | "unit" | "max"> & { kind?: string };

/**
 * Formats a number of a column; a percent column shows 25 as 25%. `plain` is the formatted number without a
 * unit.
 */
export function formatNumber(
  value: number,
  { kind, currency, unit, max = 100 }: Written,
  plain: string,
): string {
  if (kind === "currency" && currency) return money(currency).format(value);
  if (kind === "percent") return `${plain}%`;
  if (kind === "progress")
    return max === 100 ? `${plain}%` : t("rating", { value: plain, max: max.toLocaleString(formatTag()) });
  return unit === undefined ? plain : `${plain}\u00a0${unit}`;
}

const formats = new Map<string, Intl.NumberFormat>();

function money(currency: string): Intl.NumberFormat {
  // English has "$5", British English "US$5".
  const tag = currentLocale() === "de" ? formatTag() : "en";
  const key = `${tag} ${currency}`;
  const cached = formats.get(key);
  if (cached) return cached;
  const format = new Intl.NumberFormat(tag, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  });
  formats.set(key, format);
  return format;
}
