import type { t } from "../en/why.ts";
import type { Translation } from "../translate.ts";

export default {
  title: "Warum steht das hier?",
  choose: "Wähle, was erklärt werden soll",
  wholeSheet: "Ganzes Blatt",
  none: "Das hat der Agent geschrieben. Kein früheres Ergebnis enthält es.",
  parts: "Die meisten Werte stammen aus diesen Ergebnissen.",
  several: "Mehrere Ergebnisse enthalten das. Das neueste steht oben.",
  source: "Ergebnis {nth, number}",
  incomplete: "Nur die neuesten Ergebnisse wurden durchsucht.",
  made: "Dieses Blatt",
  causes: "Ursachen",
  message:
    "{by, select, answer {Antwort} edit {Von Hand geändert} job {Job} agent {Frühere Nachricht} other {Nachricht}}",
  call: "Aufruf",
  callInCode: "Darin aufgerufen",
  query: "{isLive, select, true {Live-Abfrage} other {Abfrage}}",
  rows: "{nth, select, none {Zeilen} other {Zeile {nth}}}",
  change: "Letzte Änderung",
  changedBy:
    "{author, select, agent {durch den Agenten} person {durch den Nutzer} visitor {durch einen Besucher} other {im Verlauf}}",
  reads: "Die Komponente liest ihre Werte selbst, mit",
  page: "Seite",
  file: "Datei",
  memory: "{of, select, fact {Fakt} archive {Archiv} other {Gedächtnisblock}}",
  openFact: "Fakt öffnen",
  helper: "Subagent",
  origin: "Herkunft",
  version: "{item}, Version {version, number}",
  tool: "Tool {name}",
  component: "Komponente {name}",
  cost: "Kosten",
  tokens: "{count, plural, one {# Token} other {# Tokens}}",
  loadError: "Nicht geladen. {error}",
} satisfies Translation<typeof t>;
