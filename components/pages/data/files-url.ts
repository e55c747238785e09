import { ENTRY_KINDS, type EntryKind } from "@/lib/shared/file-entries";

/** Place on the page Files. */
export type Place =
  /** `file` is the id of the open file, `passage` the passage of its text that a link names. */
  | { at: "list"; kind?: EntryKind; file?: string; passage?: number }
  | { at: "table"; table: string; view: "rows" | "structure" }
  | { at: "collection"; collection: string; view: CollectionView }
  | { at: "sql" };

export type CollectionView = "table" | "json";

export const ROOT = "/files";

export function hrefOf(place: Place): string {
  switch (place.at) {
    case "list": {
      const path = place.file === undefined ? ROOT : `${ROOT}/${encodeURIComponent(place.file)}`;
      const query = new URLSearchParams({
        ...(place.kind && { kind: place.kind }),
        ...(place.passage !== undefined && { passage: String(place.passage) }),
      });
      return query.size > 0 ? `${path}?${query}` : path;
    }
    case "table": {
      const path = `${ROOT}/table/${encodeURIComponent(place.table)}`;
      return place.view === "structure" ? `${path}?structure` : path;
    }
    case "collection": {
      const path = `${ROOT}/collection/${encodeURIComponent(place.collection)}`;
      return place.view === "json" ? `${path}?json` : path;
    }
    case "sql":
      return `${ROOT}/sql`;
  }
}

export function placeOf(path: string, query: Pick<URLSearchParams, "has" | "get">): Place {
  const [, , first, second] = path.split("/");
  if (first === "table" && second)
    return { at: "table", table: decoded(second), view: query.has("structure") ? "structure" : "rows" };
  if (first === "collection" && second)
    return { at: "collection", collection: decoded(second), view: query.has("json") ? "json" : "table" };
  if (first === "sql") return { at: "sql" };
  const kind = ENTRY_KINDS.find((one) => one === query.get("kind"));
  if (!first) return { at: "list", ...(kind && { kind }) };
  const passage = query.get("passage") ?? "";
  return {
    ...{ at: "list", file: decoded(first) },
    ...(kind && { kind }),
    ...(/^\d{1,7}$/.test(passage) && { passage: Number(passage) }),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
