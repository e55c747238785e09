import { z } from "zod";
import { schema } from "@/lib/data/sqlite/index";
import { importSetting, readOwnSettings } from "@/lib/store/agents/exported-settings";

/** Names and types of the columns of each table, in order. */
export type Columns = Record<string, [name: string, type: string][]>;

const KEY = "inspection";
const stored = z.object({
  at: z.iso.datetime(),
  columns: z.record(z.string(), z.array(z.tuple([z.string(), z.string()]))),
});

export async function columnsNow(agentId: string): Promise<Columns> {
  const tables = await schema(agentId);
  return Object.fromEntries(
    tables.map(({ name, columns }) => [name, columns.map(({ name, type }) => [name, type])]),
  );
}

/** Returns the time of the last inspection and the columns that it found, or null. */
export async function lastInspection(agentId: string): Promise<{ at: string; columns: Columns } | null> {
  const found = (await readOwnSettings(agentId)).find(({ key }) => key === KEY);
  return stored.safeParse(found?.value).data ?? null;
}

export const keepInspection = (agentId: string, columns: Columns, now = new Date()): Promise<void> =>
  importSetting(agentId, KEY, { at: now.toISOString(), columns });

/**
 * Returns `before` with the columns that were added since. Tables that lost columns keep those from before, so that the next
 * inspection still finds their new names.
 */
export const withAdded = (before: Columns, now: Columns): Columns => ({
  ...now,
  ...Object.fromEntries(
    Object.entries(before).filter(([table, columns]) =>
      columns.some(([name]) => !now[table]?.some(([one]) => one === name)),
    ),
  ),
});

/** Returns the new names of columns whose table, position and type stayed: a column has one new name at most. */
export function renamedColumns(before: Columns, now: Columns): Map<string, string> {
  const renamed = new Map<string, string>();
  const unclear = new Set<string>();
  for (const [table, columns] of Object.entries(before)) {
    const present = now[table];
    if (!present) continue;
    for (const [index, [name, type]] of columns.entries()) {
      const [newName, newType] = present[index] ?? [];
      const isGone = !present.some(([one]) => one === name);
      const isNew = newName !== undefined && !columns.some(([one]) => one === newName);
      if (!isGone || !isNew || newType !== type) continue;
      if (renamed.has(name) && renamed.get(name) !== newName) unclear.add(name);
      renamed.set(name, newName);
    }
  }
  for (const name of unclear) renamed.delete(name);
  return renamed;
}

const TOKEN = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"]|"")*"|[A-Za-z_][\w$]*/g;

/** Replaces the names of columns in SQL, but not in its texts and comments. */
export const withNewNames = (sql: string, renamed: ReadonlyMap<string, string>): string =>
  sql.replace(TOKEN, (token) => {
    if (token.startsWith("'") || token.startsWith("--") || token.startsWith("/*")) return token;
    const isQuoted = token.startsWith('"');
    const to = renamed.get(isQuoted ? token.slice(1, -1) : token);
    if (to === undefined) return token;
    return isQuoted || !/^[A-Za-z_]\w*$/.test(to) ? `"${to.replaceAll('"', '""')}"` : to;
  });
