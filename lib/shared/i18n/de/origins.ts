import type { t } from "../en/origins.ts";
import type { Translation } from "../translate.ts";

export default {
  fromFile: "Aus einer Datei",
  fromWeb: "Nach dem Lesen im Web geschrieben",
  hint: "Kann Text enthalten, der den Agenten täuschen soll. Unterhaltungen, die ihn lesen, fragen daher vor Änderungen.",
  since: "Seit <when></when>.",
  sites: "Websites",
  iWroteThis: "Von mir geschrieben",
  trustThis: "Vertrauen",
  trusted: "Vertraut",
  trustedHint: "Enthält Text {from}. Unterhaltungen, die ihn lesen, fragen nicht.",
  distrust: "Misstrauen",
} satisfies Translation<typeof t>;
