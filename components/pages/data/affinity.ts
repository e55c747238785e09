export type Affinity = "integer" | "real" | "numeric" | "text" | "blob";

/** Tests SQLite's rules for type affinity in SQLite's order, because the first match wins. */
export function affinityOf(declared: string): Affinity {
  const type = declared.toUpperCase();
  if (type.includes("INT")) return "integer";
  if (/CHAR|CLOB|TEXT/.test(type)) return "text";
  if (type === "" || type.includes("BLOB") || type === "ANY") return "blob";
  if (/REAL|FLOA|DOUB/.test(type)) return "real";
  return "numeric";
}

export const isNumeric = (affinity: Affinity): boolean => affinity === "integer" || affinity === "real";
