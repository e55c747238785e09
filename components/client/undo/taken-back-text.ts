import type { UndoResult } from "@/lib/shared/apps/views";
import { t } from "@/lib/shared/i18n/en/apps";

/** Returns the numbers of changes that were taken back and of rows that stay. */
export const takenBackText = ({ undone, changed }: UndoResult): string =>
  [
    t("undone", { count: undone }),
    ...(changed.length > 0 ? [t("left", { count: changed.length })] : []),
  ].join(" ");
