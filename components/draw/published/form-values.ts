import type { Cell } from "@/lib/shared/data/cell";

/** Returns the fields of a payload as cells: other values than texts, numbers and booleans as JSON. */
export function cellsOf(payload: unknown): Record<string, Cell> {
  const fields =
    typeof payload === "object" && payload !== null && !Array.isArray(payload) ? payload : { value: payload };
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => name !== "" && value !== undefined)
      .map(([name, value]) => [name, cellOf(value)]),
  );
}

function cellOf(value: unknown): Cell {
  if (value === null || typeof value === "string") return value as Cell;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  return JSON.stringify(value) ?? null;
}
