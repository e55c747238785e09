import { findTable } from "@/lib/data/tables/table";
import type { View } from "@/lib/data/tables/visitors/read";
import type { Permit } from "@/lib/data/tables/visitors/write";
import type { Rules, TableRule } from "@/lib/shared/apps/contract";
import { AppError } from "@/lib/shared/errors";

/** Returns what a visitor sees of each table that the rules let them read. */
export async function viewsFor(agentId: string, { tables }: Rules, visitorId: string): Promise<View[]> {
  const views = await Promise.all(
    tables.filter(({ read }) => read !== "none").map((rule) => viewOf(agentId, rule, visitorId)),
  );
  return views.filter((view) => view !== null);
}

async function viewOf(agentId: string, rule: TableRule, visitorId: string): Promise<View | null> {
  const shape = await findTable(agentId, rule.table);
  if (shape?.type !== "table") return null;
  const present = new Set(shape.columns.map(({ name }) => name));
  const columns = rule.readable.filter((name) => present.has(name));
  const isOwn = rule.read === "own";
  // Without its column, no row is anyone's own.
  if (isOwn && (rule.owner === null || !present.has(rule.owner))) return null;
  return {
    ...{ shape, columns },
    owner: isOwn && rule.owner !== null ? { column: rule.owner, value: visitorId } : null,
    hasKeys: rule.change !== "none" || rule.remove !== "none",
  };
}

/** Returns the rule for a table. Throws `forbidden` for any other table, whether it exists or not. */
export function ruleFor({ tables }: Rules, table: string): TableRule {
  const rule = tables.find((one) => one.table.toLowerCase() === table.toLowerCase());
  if (!rule) throw new AppError("forbidden", "Visitors cannot change this table.");
  return rule;
}

/** Throws `forbidden` for a column that is not in the list. */
export function assertColumns(names: readonly string[], allowed: readonly string[]): void {
  const other = names.find((name) => !allowed.includes(name));
  if (other !== undefined)
    throw new AppError(
      "forbidden",
      `Visitors cannot use the column ${JSON.stringify(other.slice(0, 100))} here.`,
    );
}

export async function permitFor(
  agentId: string,
  rule: TableRule,
  scope: "own" | "all",
  visitorId: string,
): Promise<Permit> {
  const shape = await findTable(agentId, rule.table);
  const columns = new Set(shape?.columns.map(({ name }) => name));
  if (shape?.type !== "table" || (rule.owner !== null && !columns.has(rule.owner)))
    throw new AppError("conflict", "The table of this app has changed. Ask its owner to publish it again.");
  return {
    shape,
    readable: rule.readable.filter((name) => columns.has(name)),
    owner: rule.owner === null ? null : { column: rule.owner, value: visitorId },
    isOwn: scope === "own",
    isSeen: rule.read === "all" || (rule.read === "own" && scope === "own" && rule.owner !== null),
  };
}
