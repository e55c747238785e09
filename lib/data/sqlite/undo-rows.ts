import type { Cell, Param } from "@/lib/shared/data/cell";
import type { ComparedTable } from "@/lib/shared/data/row-changes";
import { AppError, isAppError } from "@/lib/shared/errors";
import { changesListed } from "./changes";
import { script } from "./index";
import { compareMoments } from "./moments";
import type { SqlStatement, WrittenBy } from "./types";

const MAX_ROWS = 2_000;
const MAX_NAMED = 5;

/** Cells are SQL literals, null if there is no row. */
type Row = { table: string; columns: string[]; key: Cells; has: Cell[] | null; wants: Cell[] | null };
type Cells = { name: string; value: Cell }[];

/**
 * Puts the rows of some changes back as they were before, or with `isRedone` as they were after. All or none: throws
 * `conflict` with the names of the rows that are no longer as the changes left them. `of`: the agent whose database has the
 * changes, if it is a copy of this one.
 */
export async function undoRows(
  agentId: string,
  { from, to, isRedone, of = agentId }: { from: number; to: number; isRedone: boolean; of?: string },
  by: WrittenBy,
): Promise<void> {
  const limits = { maxRows: MAX_ROWS, isLiteral: true, isWhole: true };
  const tables = await compareMoments(of, { from, until: to, ...limits });
  const rows = tables.flatMap((table) => rowsOf(table, isRedone));
  const assertUnchanged = async () => {
    const statements = rows.map((row) => select(is(row, row.has)));
    const results = statements.length > 0 ? await script({ agentId, statements, mode: "read" }) : [];
    const changed = rows.filter((_, at) => !isTrue(results[at]));
    if (changed.length > 0) throw changedSince(changed);
  };
  await assertUnchanged();
  if (rows.length === 0) return;
  const statements = [
    { sql: "PRAGMA defer_foreign_keys = ON" },
    ...rows.map((row) => assert(is(row, row.has))),
    ...rows.flatMap((row) => write(row)),
    ...rows.map((row) => assert(is(row, row.wants))),
  ];
  try {
    await script({ agentId, statements, by });
  } catch (error) {
    if (!isAppError(error) || error.code !== "invalid") throw error;
    await assertUnchanged();
    throw new AppError(
      "conflict",
      "A trigger or a constraint keeps these rows from being as they were. Restore the moment before the change instead.",
      { cause: error },
    );
  }
  await changesListed(agentId);
}

function rowsOf(
  { name, columns, key = [], rows, isReshaped, ...counts }: ComparedTable,
  isRedone: boolean,
): Row[] {
  if (isReshaped)
    throw new AppError(
      "conflict",
      `The change created, dropped or altered ${name}. Restore the moment before the change instead.`,
    );
  if (rows.length < counts.added + counts.changed + counts.removed)
    throw new AppError(
      "conflict",
      `The change has more than ${MAX_ROWS} rows. Restore the moment before the change instead.`,
    );
  return rows.map((row) => ({
    ...{ table: name, columns },
    key: key.map((one, at) => ({ name: one, value: row.key[at] ?? null })),
    has: isRedone ? row.before : row.after,
    wants: isRedone ? row.after : row.before,
  }));
}

type Condition = { text: string; params: Param[] };

/** A condition that is true if a row has these cells, with their types. */
function is({ table, columns, key }: Row, cells: Cell[] | null): Condition {
  const from = `SELECT 1 FROM main.${quoted(table)} WHERE ${at(key)}`;
  if (cells === null) return { text: `NOT EXISTS (${from})`, params: [] };
  const same = columns.map((name) => ` AND quote(${quoted(name)}) = ?`);
  return { text: `EXISTS (${from}${same.join("")})`, params: cells };
}

const select = ({ text, params }: Condition): SqlStatement => ({ sql: `SELECT ${text}`, params });

/** Fails the whole transaction unless a condition is true: `abs` of the smallest integer is an error. */
const assert = ({ text, params }: Condition): SqlStatement => ({
  sql: `SELECT abs(CASE WHEN ${text} THEN 0 ELSE -9223372036854775807 - 1 END)`,
  params,
});

function write({ table, columns, key, has, wants }: Row): SqlStatement[] {
  const from = `main.${quoted(table)}`;
  if (wants === null) return [{ sql: `DELETE FROM ${from} WHERE ${at(key)}` }];
  if (has === null) {
    const others = key.filter(({ name }) => !columns.includes(name));
    const names = [...others.map(({ name }) => name), ...columns].map(quoted).join(", ");
    const values = [...others.map(({ value }) => value), ...wants].join(", ");
    // A trigger or a cascade may have put the row back already.
    const missing = `WHERE NOT EXISTS (SELECT 1 FROM ${from} WHERE ${at(key)})`;
    return [{ sql: `INSERT INTO ${from} (${names}) SELECT ${values} ${missing}` }];
  }
  const set = columns.flatMap((name, at) =>
    has[at] === wants[at] ? [] : [`${quoted(name)} = ${wants[at]}`],
  );
  return set.length > 0 ? [{ sql: `UPDATE ${from} SET ${set.join(", ")} WHERE ${at(key)}` }] : [];
}

const at = (key: Cells): string => key.map(({ name, value }) => `${quoted(name)} IS ${value}`).join(" AND ");

const isTrue = (result: Awaited<ReturnType<typeof script>>[number] | undefined): boolean =>
  result?.kind === "read" && result.rows[0]?.[0] === 1;

function changedSince(rows: readonly Row[]): AppError {
  const named = rows.map(({ table, key }) => ({ table, key: key.map(({ value }) => value) }));
  const words = named.slice(0, MAX_NAMED).map(({ table, key }) => `${table} ${key.join(", ")}`);
  const more = named.length - words.length;
  const list = `${words.join("; ")}${more > 0 ? ` and ${more} more` : ""}`;
  return new AppError("conflict", `These rows changed since: ${list}. Nothing was undone.`, {
    details: { rows: named.slice(0, 100) },
  });
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
