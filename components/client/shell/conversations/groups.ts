import type { Summary } from "@/lib/shared/chat/contract";
import { groupByDay } from "@/lib/shared/chat/time";
import { t } from "@/lib/shared/i18n/en/shellConversations";

type Group = { label: string; items: Summary[] };

export function groupsOf(items: readonly Summary[], now: string, timeZone?: string): Group[] {
  const pinned = items.filter((item) => item.pinned);
  const rest = items
    .filter((item) => !item.pinned)
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0));
  const days = groupByDay(rest, now, timeZone);
  return pinned.length > 0 ? [{ label: t("pinned"), items: pinned }, ...days] : days;
}

/** Returns the previous or next conversation in display order, or the first if `current` is not listed. */
export function neighbour(items: readonly Summary[], current: string | undefined, by: 1 | -1) {
  const order = groupsOf(items, new Date(0).toISOString()).flatMap((group) => group.items);
  const at = order.findIndex(({ id }) => id === current);
  return at < 0 ? order[0] : order[at + by];
}
