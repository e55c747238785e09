export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const MAX_NAME_CHARS = 60;

export function tableName(source: string): string {
  const stem = source.replace(/\.(csv|tsv|tab|txt)$/i, "");
  const words =
    stem
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = words.join("_").slice(0, MAX_NAME_CHARS).replace(/_+$/, "").toWellFormed();
  if (name === "") return "data";
  return /^\p{N}|^sqlite_/u.test(name) ? `data_${name}` : name;
}
