/** Where in the database one is: nowhere yet, at a table's rows or structure, or where SQL is written. */
export type Place =
  | { at: "start" }
  | { at: "sql" }
  | { at: "table"; table: string; view: "rows" | "structure" };

export const ROOT = "/data";

/** The address of a place. */
export function hrefOf(place: Place): string {
  if (place.at === "start") return ROOT;
  if (place.at === "sql") return `${ROOT}?sql`;
  const path = `${ROOT}/${encodeURIComponent(place.table)}`;
  return place.view === "structure" ? `${path}?structure` : path;
}

/** The place that an address leads to. */
export function placeOf(path: string, query: Pick<URLSearchParams, "has">): Place {
  const given = path.slice(ROOT.length + 1).split("/", 1)[0];
  if (given)
    return { at: "table", table: decoded(given), view: query.has("structure") ? "structure" : "rows" };
  return { at: query.has("sql") ? "sql" : "start" };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
