import { TABLES } from "../tables.ts";

export const FUNCTIONS = ["title_parts", "queue_for_search", "queue_gone_words", "forget_file_text"];

export function copyOut(table: string, columns: readonly string[], withSecrets: boolean): string {
  const rule = TABLES[table]?.backup;
  const own = !withSecrets && typeof rule === "object" && "columns" in rule ? rule.columns : {};
  const list = columns.map((name) => (own[name] ? `${own[name]} as ${quote(name)}` : quote(name)));
  return `copy (select ${list.join(", ")} from ${inPublic(table)}) to stdout`;
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const inPublic = (table: string): string => `public.${quote(table)}`;
