import type { Summaries, Summary } from "@/lib/shared/chat/contract";
import { share } from "@/lib/shared/chat/share";

/**
 * The list after its first page was read again. What the person has loaded below that page stays; what stood within it
 * and is gone from it is gone.
 */
export function withFirstPage(before: Summary[], { conversations: page, nextCursor }: Summaries): Summary[] {
  const edge = page.at(-1);
  const there = new Set(page.map(({ id }) => id));
  const below = nextCursor && edge ? before.filter((item) => !there.has(item.id) && isAfter(item, edge)) : [];
  return share(before, [...page, ...below]);
}

/** The list with what came below it. */
export function withOlder(before: Summary[], page: Summary[]): Summary[] {
  const there = new Set(before.map(({ id }) => id));
  return [...before, ...page.filter(({ id }) => !there.has(id))];
}

/** The server's order: pinned ones first, then by the time of the last change. */
function isAfter(item: Summary, edge: Summary): boolean {
  if (Boolean(item.pinned) !== Boolean(edge.pinned)) return Boolean(edge.pinned);
  return item.updatedAt < edge.updatedAt;
}
