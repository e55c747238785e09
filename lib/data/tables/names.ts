/** A name as SQL takes it, whatever it holds. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text as SQL takes it. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const LONGEST = 60;

/** A name for a table that is easy to write, made of what a person or a file calls it. */
export function tableName(given: string): string {
  const stem = given.replace(/\.(csv|tsv|tab|txt)$/i, "");
  const words =
    stem
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = words.join("_").slice(0, LONGEST).replace(/_+$/, "").toWellFormed();
  if (name === "") return "data";
  return /^\p{N}|^sqlite_/u.test(name) ? `data_${name}` : name;
}
