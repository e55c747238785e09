import { labelOfItem } from "@/lib/shared/kinds";
import { fileOfOrigin, type Through, WEBHOOK } from "@/lib/shared/origins";

/** Returns a readable name of an origin, without the https scheme. */
export function siteOf(origin: string): string {
  if (origin === WEBHOOK) return "the data of a webhook";
  const file = fileOfOrigin(origin);
  if (file !== undefined) return `the file ${file}`;
  return origin.includes("://") ? origin.replace(/^https:\/\//, "") : "a page without an address";
}

/** Returns for example "from kornmuehle.example and 2 more", or "" without origins. */
export function fromSites(origins: readonly string[]): string {
  const [first, ...others] = origins.map(siteOf);
  if (first === undefined) return "";
  return `from ${first}${others.length > 0 ? ` and ${others.length} more` : ""}`;
}

export function placeOf({ kind, name }: Pick<Through, "kind" | "name">): string {
  if (kind === "table") return `the table ${name}`;
  if (kind === "collection") return `the collection ${name}`;
  return kind === "file" ? "a file" : labelOfItem(kind, name);
}
