import { t } from "@/lib/shared/i18n/en/sharedMcp";

/** Key in `_meta` of a result: how many invisible characters Easel removed from it. */
export const REMOVED = "easel/removedCharacters";

export const removedMessage = (removed: number, source: string): string =>
  t("removed", { count: removed, source });
