import type { UndoResult } from "@/lib/shared/apps/views";
import { t } from "@/lib/shared/i18n/en/apps";

/** Says how many changes of a visitor were taken back, and how many rows stay. */
export const takenBackText = ({ undone, changed }: UndoResult): string =>
  [
    t("undone", { count: undone }),
    ...(changed.length > 0 ? [t("left", { count: changed.length })] : []),
  ].join(" ");
