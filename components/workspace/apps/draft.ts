import type { TableRule } from "@/lib/shared/apps/contract";
import type { AppPlan } from "@/lib/shared/apps/views";

/** Name of the column with the visitor of a row. */
export const OWNER = "visitor";
const MAX_SLUG = 60;

/** Returns an address from a title, or "" if no letter or digit is left. */
export const slugOf = (title: string): string =>
  title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/ß/g, "ss")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, "");

/** Returns the first rules for a table: visitors see what the component reads, and change only their own rows. */
export function firstRule({ name, columns, key, isRead, isWritten }: AppPlan["tables"][number]): TableRule {
  const others = columns.filter((column) => column.toLowerCase() !== OWNER);
  const writable = others.filter((column) => !key.includes(column));
  return {
    ...{ table: name, read: isRead ? "all" : "none", readable: others },
    ...{ insert: isWritten, insertable: writable, change: isWritten ? "own" : "none", changeable: writable },
    ...{ remove: isWritten ? "own" : "none", owner: isWritten ? OWNER : null },
  };
}

/** Returns the rule with the column that it needs: own rows are known by it. */
export const withOwner = (rule: TableRule): TableRule => ({
  ...rule,
  owner: [rule.read, rule.change, rule.remove].includes("own") || rule.insert ? (rule.owner ?? OWNER) : null,
});

/** Returns the origins of a text, which has one a line. */
export const originsOf = (text: string): string[] => text.split(/\s+/).filter((one) => one !== "");

/** Returns the rules with which answers become rows of a table; no table for an empty name. */
export function withForm(
  tables: readonly TableRule[],
  plan: Pick<AppPlan, "tables">,
  name: string,
): { tables: TableRule[]; form: string | null } {
  const table = plan.tables.find((one) => one.name === name);
  if (!table) return { tables: [...tables], form: null };
  const first = firstRule({ ...table, isWritten: true });
  const adding = { insert: true, insertable: first.insertable, owner: first.owner };
  const known = tables.some((rule) => rule.table === name);
  const rules = tables.map((rule) => (rule.table === name && !rule.insert ? { ...rule, ...adding } : rule));
  return {
    tables: known ? rules : [...rules, { ...first, read: "none", change: "none", remove: "none" }],
    form: name,
  };
}
