import type { Cell } from "@/lib/shared/data/cell";
import { t } from "@/lib/shared/i18n/en/data";
import { affinityOf } from "./affinity";
import type { Column, Condition } from "./api";
import { parseCell } from "./parse-cell";

export type Op = Condition["op"];

export const OPS: Record<Op, string> = {
  get contains() {
    return t("opContains");
  },
  get "="() {
    return t("opIs");
  },
  get "!="() {
    return t("opIsNot");
  },
  get "<"() {
    return t("opLess");
  },
  get "<="() {
    return t("opAtMost");
  },
  get ">"() {
    return t("opMore");
  },
  get ">="() {
    return t("opAtLeast");
  },
  get null() {
    return t("opNull");
  },
  get notnull() {
    return t("opNotNull");
  },
};

export const isOp = (text: string): text is Op => Object.hasOwn(OPS, text);

export const takesValue = (op: Op): boolean => op !== "null" && op !== "notnull";

export type Draft = { id: number; column: string; op: Op; value: string };

/** Returns the complete conditions. Drafts without a value or with an unknown column are left out. */
export function conditionsOf(drafts: readonly Draft[], columns: readonly Column[]): Condition[] {
  return drafts.flatMap(({ column: name, op, value }): Condition[] => {
    const column = columns.find((one) => one.name === name);
    if (!column) return [];
    if (op === "null" || op === "notnull") return [{ column: name, op }];
    if (value === "") return [];
    if (op === "contains") return [{ column: name, op, value }];
    return [{ column: name, op, value: cellFor(value, column) }];
  });
}

function cellFor(text: string, { type }: Column): Cell {
  const parsed = parseCell(text, affinityOf(type), null);
  return "cell" in parsed ? parsed.cell : text;
}
