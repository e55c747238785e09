import type { t } from "../en/markdown.ts";
import type { Translation } from "../translate.ts";

export default {
  task: "Aufgabe",
  formula: "Formel",
  copyTable: "Tabelle kopieren",
} satisfies Translation<typeof t>;
