/** Where in the data one is: nowhere yet, at a table's rows or structure, where SQL is written, or among documents. */
export type Place =
  | { at: "start" }
  | { at: "documents"; collection?: string; view?: "table" | "json" }
  | { at: "sql" }
  | { at: "table"; table: string; view: "rows" | "structure" };

export const ROOT = "/data";

/** The address of a place. */
export function hrefOf(place: Place): string {
  if (place.at === "start") return ROOT;
  if (place.at === "sql") return `${ROOT}?sql`;
  if (place.at === "documents") {
    if (place.collection === undefined) return `${ROOT}?documents`;
    const view = place.view === "json" ? "&json" : "";
    return `${ROOT}?documents=${encodeURIComponent(place.collection)}${view}`;
  }
  const path = `${ROOT}/${encodeURIComponent(place.table)}`;
  return place.view === "structure" ? `${path}?structure` : path;
}

/** The place that an address leads to. */
export function placeOf(path: string, query: Pick<URLSearchParams, "has" | "get">): Place {
  const given = path.slice(ROOT.length + 1).split("/", 1)[0];
  if (given)
    return { at: "table", table: decoded(given), view: query.has("structure") ? "structure" : "rows" };
  if (query.has("documents")) {
    const collection = query.get("documents");
    if (!collection) return { at: "documents" };
    return { at: "documents", collection, view: query.has("json") ? "json" : "table" };
  }
  return { at: query.has("sql") ? "sql" : "start" };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
