import { AUTHORS } from "@/lib/shared/history";
import { KINDS } from "@/lib/shared/kinds";
import type { Filter } from "./api";

export type Place = Filter & { id?: string; moment?: string };

export function hrefOf({ id, moment, kind, name, author }: Place): string {
  const query = new URLSearchParams({
    ...(kind && { kind }),
    ...(name !== undefined && { name }),
    ...(author && { author }),
    ...(moment && { at: moment }),
  });
  const path = id ? `/history/${id}` : "/history";
  return query.size > 0 ? `${path}?${query}` : path;
}

export function placeOf(path: string, query: Pick<URLSearchParams, "get">): Place {
  const kind = KINDS.find((one) => one === query.get("kind"));
  const moment = Date.parse(query.get("at") ?? "");
  return {
    id: path.split("/")[2] || undefined,
    kind,
    name: (kind && query.get("name")) ?? undefined,
    author: AUTHORS.find((one) => one === query.get("author")),
    moment: Number.isNaN(moment) ? undefined : new Date(moment).toISOString(),
  };
}
