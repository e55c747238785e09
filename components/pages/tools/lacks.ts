import { t } from "@/lib/shared/i18n/en/tools";
import type { LackCode, ToolsetView, ToolView } from "@/lib/shared/tools/view";

const translated = (code: LackCode | undefined, text: string | undefined): string | undefined =>
  code ? t(code) : text;

/** Returns the missing requirement, in the language of the page if it is a known one. */
export const lackOf = ({ lacksCode, lacks }: ToolView) => translated(lacksCode, lacks);
export const reasonOf = ({ reasonCode, reason }: ToolsetView) => translated(reasonCode, reason);
export const noteOf = ({ noteCode, note }: ToolsetView) => translated(noteCode, note);
