import { t } from "@/lib/shared/i18n/en/kit";
import type { FoundBy } from "@/lib/shared/memory/memory-search";
import { formatList } from "./format";

const REASONS = {
  get words() {
    return t("matchWords");
  },
  get meaning() {
    return t("matchMeaning");
  },
  get neighbours() {
    return t("matchNearby");
  },
  get name() {
    return t("matchName");
  },
} satisfies Record<Exclude<FoundBy, "recency">, string>;

/** Returns for example "Matched words and meaning; recent", or "" without reasons. */
export function describeMatch(reasons: readonly FoundBy[]): string {
  const matched = reasons.flatMap((reason) => (reason === "recency" ? [] : REASONS[reason]));
  const isRecent = matched.length < reasons.length;
  if (matched.length === 0) return isRecent ? t("recent") : "";
  const list = formatList(matched);
  return isRecent ? t("matchedRecent", { list }) : t("matched", { list });
}
