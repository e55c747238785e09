import { t } from "@/lib/shared/i18n/en/rehearsals";
import type { RehearsalView } from "@/lib/shared/rehearsals";

/** The state of a rehearsal in a word. */
export function stateOf({ acceptedAt, undoneAt, run }: RehearsalView): string {
  if (acceptedAt !== null) return undoneAt === null ? t("accepted") : t("undone");
  return run === null ? t("running") : t(run);
}
