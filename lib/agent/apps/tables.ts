import { execute, schema } from "@/lib/data/sqlite/index";
import { quoted } from "@/lib/data/tables/names";
import { findTable, type TableShape } from "@/lib/data/tables/table";
import type { Rules, TableRule } from "@/lib/shared/apps/contract";
import { AppError } from "@/lib/shared/errors";

export async function describeTables(
  agentId: string,
): Promise<{ name: string; columns: string[]; key: string[] }[]> {
  const tables = await schema(agentId);
  return tables.flatMap(({ name, type, columns }) =>
    type === "table"
      ? [
          {
            name,
            columns: columns.map((column) => column.name),
            key: columns.filter(({ pk }) => pk).map((column) => column.name),
          },
        ]
      : [],
  );
}

/**
 * Checks that the rules name tables and columns that exist, and adds a column for the visitor where one is missing. Returns
 * the rules with the names as the database spells them.
 */
export async function prepareRules(agentId: string, { tables, form, ...others }: Rules): Promise<Rules> {
  const checked: TableRule[] = [];
  for (const rule of tables) {
    const shape = await tableOf(agentId, rule.table);
    if (checked.some(({ table }) => table === shape.name))
      throw new AppError("invalid", `The table ${JSON.stringify(shape.name)} has two rules.`);
    for (const name of [...rule.readable, ...rule.insertable, ...rule.changeable]) assertColumn(shape, name);
    const owner = rule.owner === null ? null : await addOwner(agentId, shape, rule.owner);
    checked.push({ ...rule, table: shape.name, owner });
  }
  const target =
    form === null ? undefined : checked.find(({ table }) => table.toLowerCase() === form.toLowerCase());
  if (form !== null && !target?.insert)
    throw new AppError(
      "invalid",
      `Answers need a table to which visitors may add rows, but ${form} is none.`,
    );
  return { ...others, tables: checked, form: target?.table ?? null };
}

export async function tableOf(agentId: string, name: string): Promise<TableShape> {
  const shape = await findTable(agentId, name);
  if (shape?.type !== "table")
    throw new AppError("invalid", `There is no table ${JSON.stringify(name)} that an app can use.`);
  return shape;
}

function assertColumn(shape: TableShape, name: string): void {
  if (shape.columns.some((column) => column.name === name)) return;
  throw new AppError("invalid", `${JSON.stringify(name)} is not a column of ${JSON.stringify(shape.name)}.`);
}

async function addOwner(agentId: string, shape: TableShape, wanted: string): Promise<string> {
  const existing = shape.columns.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (existing) return existing.name;
  await execute({ agentId, sql: `ALTER TABLE ${quoted(shape.name)} ADD COLUMN ${quoted(wanted)} TEXT` });
  return wanted;
}
