export type Affinity = "integer" | "real" | "numeric" | "text" | "blob";

/** Order matters: these are SQLite's rules in SQLite's order. */
export function affinityOf(declared: string): Affinity {
  const type = declared.toUpperCase();
  if (type.includes("INT")) return "integer";
  if (/CHAR|CLOB|TEXT/.test(type)) return "text";
  if (type === "" || type.includes("BLOB") || type === "ANY") return "blob";
  if (/REAL|FLOA|DOUB/.test(type)) return "real";
  return "numeric";
}

export const isNumeric = (affinity: Affinity): boolean => affinity === "integer" || affinity === "real";
