export type Place =
  | { at: "start" }
  | { at: "documents"; collection?: string; view?: CollectionView }
  | { at: "sql" }
  | { at: "table"; table: string; view: "rows" | "structure" };

/** View of a collection. The default is the table. */
export type CollectionView = "table" | "json";

export const ROOT = "/data";

export function hrefOf(place: Place): string {
  if (place.at === "start") return ROOT;
  if (place.at === "sql") return `${ROOT}?sql`;
  if (place.at === "documents") {
    if (place.collection === undefined) return `${ROOT}?documents`;
    const view = place.view === undefined ? "" : `&${place.view}`;
    return `${ROOT}?documents=${encodeURIComponent(place.collection)}${view}`;
  }
  const path = `${ROOT}/${encodeURIComponent(place.table)}`;
  return place.view === "structure" ? `${path}?structure` : path;
}

export function placeOf(path: string, query: Pick<URLSearchParams, "has" | "get">): Place {
  const tableName = path.slice(ROOT.length + 1).split("/", 1)[0];
  if (tableName)
    return { at: "table", table: decoded(tableName), view: query.has("structure") ? "structure" : "rows" };
  if (query.has("documents")) {
    const collection = query.get("documents");
    if (!collection) return { at: "documents" };
    const view = query.has("json") ? "json" : query.has("table") ? "table" : undefined;
    return { at: "documents", collection, ...(view && { view }) };
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
