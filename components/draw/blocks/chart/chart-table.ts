import type { DrawnChart } from "@/lib/shared/blocks/chart";
import type { TableColumn } from "@/lib/shared/blocks/table-column";
import { t } from "@/lib/shared/i18n/en/blocks";
import type { Row } from "../table/table-columns";
import { points } from "./chart-numbers";

export function numbersOf({ data, xLabel, unit }: DrawnChart): { columns: TableColumn[]; rows: Row[] } {
  const columns = data.series.map(({ name }, index) => ({
    key: `${index}`,
    label: unit ? `${name}, ${unit}` : name,
  }));
  return {
    columns: [{ key: "label", label: xLabel || t("label") }, ...columns],
    rows: points(data).map(({ label, values }) => ({ label, ...values })),
  };
}
