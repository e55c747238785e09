import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import type { CsvSurvey } from "@/lib/shared/data/csv-contract";
import type { DateOrder } from "@/lib/shared/data/csv-style";
import { t } from "@/lib/shared/i18n/en/data";
import { type CsvStyle, surveyFile } from "./upload";

/**
 * Detects ambiguous numbers and dates at the start of a CSV file. The initial style contains only formats
 * that have a single interpretation.
 */
export function useCsvStyle(file: File) {
  const [chosen, setStyle] = useState<CsvStyle>();
  // Ignore an error: the import will report what is wrong with the file.
  const { data: survey, isPending } = useQuery({
    queryKey: ["csv", file.name, file.size, file.lastModified],
    queryFn: ({ signal }) => surveyFile(file, signal),
    gcTime: 0,
  });
  return { survey, isReady: !isPending, style: chosen ?? onlyStyleOf(survey), setStyle };
}

function onlyStyleOf(survey: CsvSurvey | undefined): CsvStyle {
  const [order, other] = survey?.dates ?? [];
  return {
    ...(survey && survey.decimals.length > 0 && { decimal: "comma" as const }),
    ...(order && { dates: other ? ("text" as const) : order.dates }),
  };
}

type ImportStyleProps = {
  survey: CsvSurvey;
  style: CsvStyle;
  isBusy: boolean;
  onChange: (style: CsvStyle) => void;
};

const ORDERS: Record<DateOrder, string> = {
  get dmy() {
    return t("dayFirst");
  },
  get mdy() {
    return t("monthFirst");
  },
};

export function ImportStyle({ survey: { decimals, dates }, style, isBusy, onChange }: ImportStyleProps) {
  const ids = { decimal: useId(), dates: useId() };
  const [shown] = dates.filter((each) => each.dates === style.dates).concat(dates);
  if (decimals.length === 0 && !shown) return null;
  return (
    <fieldset disabled={isBusy} className="flex flex-col gap-3">
      <legend className="mb-2 font-medium">{t("formats")}</legend>
      {decimals.length > 0 && (
        <div className="flex items-start gap-2">
          <Checkbox
            id={ids.decimal}
            checked={style.decimal === "comma"}
            onCheckedChange={(isOn) => onChange({ ...style, decimal: isOn === true ? "comma" : "point" })}
            className="mt-0.5"
          />
          <label htmlFor={ids.decimal} className="min-w-0 wrap-anywhere">
            {t("decimalComma")}
            <Example columns={decimals} />
          </label>
        </div>
      )}
      {shown && (
        <div className="flex flex-col gap-1.5">
          <label htmlFor={ids.dates} className="min-w-0 wrap-anywhere">
            {t("dates")}
            <Example columns={shown.columns} isText={style.dates === undefined || style.dates === "text"} />
          </label>
          <NativeSelect
            id={ids.dates}
            value={style.dates ?? "text"}
            onChange={({ target: { value } }) => {
              const order = dates.find((each) => each.dates === value)?.dates;
              onChange({ ...style, dates: order ?? "text" });
            }}
          >
            {dates.map(({ dates: order }) => (
              <NativeSelectOption key={order} value={order}>
                {ORDERS[order]}
              </NativeSelectOption>
            ))}
            <NativeSelectOption value="text">{t("keepText")}</NativeSelectOption>
          </NativeSelect>
        </div>
      )}
    </fieldset>
  );
}

type ExampleProps = { columns: CsvSurvey["decimals"]; isText?: boolean };

function Example({ columns, isText = false }: ExampleProps) {
  const [first] = columns;
  if (!first) return null;
  const names = columns.map(({ name }) => name);
  const all =
    names.length > 3
      ? t("columnsMore", { names: names.slice(0, 3).join(", "), count: names.length - 3 })
      : names.join(", ");
  return (
    <span className="block text-meta text-ink-3">
      {isText
        ? `${all}: ${first.text}`
        : t("sampleBecomes", { columns: all, text: first.text, value: first.becomes })}
    </span>
  );
}
