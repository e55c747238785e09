import { AUTHORS } from "@/lib/shared/history";
import { KINDS } from "@/lib/shared/kinds";
import type { Filter } from "./api";

/** `conversation`: a conversation to restore to `restorePoint`, too. */
export type Place = Filter & { id?: string; restorePoint?: string; conversation?: string };

export function hrefOf({ id, restorePoint, conversation, kind, name, author }: Place): string {
  const query = new URLSearchParams({
    ...(kind && { kind }),
    ...(name !== undefined && { name }),
    ...(author && { author }),
    ...(restorePoint && { at: restorePoint, ...(conversation && { conversation }) }),
  });
  const path = id ? `/agent/history/${id}` : "/agent/history";
  return query.size > 0 ? `${path}?${query}` : path;
}

export function placeOf(path: string, query: Pick<URLSearchParams, "get">): Place {
  const kind = KINDS.find((one) => one === query.get("kind"));
  const time = Date.parse(query.get("at") ?? "");
  return {
    id: path.split("/")[3] || undefined,
    kind,
    name: (kind && query.get("name")) ?? undefined,
    author: AUTHORS.find((one) => one === query.get("author")),
    conversation: query.get("conversation") ?? undefined,
    restorePoint: Number.isNaN(time) ? undefined : new Date(time).toISOString(),
  };
}
