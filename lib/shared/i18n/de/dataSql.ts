import type { t } from "../en/dataSql.ts";
import type { Translation } from "../translate.ts";

export default {
  stopped: "Gestoppt.",
  done: "In {duration} fertig, {count, plural, one {# Zeile} other {# Zeilen}} geändert.",
  snapshot: "Die vorige Version steht <link>im Verlauf</link>.",
  result: "Ergebnis",
  rowsIn: "{count, plural, one {# Zeile} other {# Zeilen}}, {duration}",
  firstRowsIn: "Nur die ersten {count, plural, one {# Zeile} other {# Zeilen}}, {duration}",
  runsFailed: "Der Verlauf konnte nicht geladen werden. {problem}",
  noRuns: "Hier erscheint, was du ausführst.",
  clearHistory: "Verlauf leeren",
  notCleared: "Verlauf nicht geleert. {error}",
  resultAndHistory: "Ergebnis und Verlauf",
  runHint: "<kbd>{key} Enter</kbd> führt Auswahl oder alles aus",
  run: "Ausführen",
  runningFor: "Läuft, höchstens {seconds, number} s",
  results: "Hier erscheinen Ergebnisse.",
  resultsUpTo: "Hier erscheinen Ergebnisse, bis zu {count, plural, one {# Zeile} other {# Zeilen}}.",
} satisfies Translation<typeof t>;
