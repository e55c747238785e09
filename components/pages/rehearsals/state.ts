import { t } from "@/lib/shared/i18n/en/rehearsals";
import type { RehearsalView } from "@/lib/shared/rehearsals";

/** The state of a rehearsal in a word. */
export function stateOf({ acceptedAt, undoneAt, run }: RehearsalView): string {
  if (acceptedAt !== null) return undoneAt === null ? t("accepted") : t("undone");
  // No run: the user has not continued the copied conversation, or the server ended before the job began.
  return run === null ? t("notBegun") : t(run);
}
