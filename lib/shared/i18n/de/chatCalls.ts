import type { t } from "../en/chatCalls.ts";
import type { Translation } from "../translate.ts";

export default {
  original: "Ursprünglicher Aufruf",
  watchLive: "Live verfolgen",
  policyAsks: "Die Richtlinie von <code>{tool}</code> ist „Fragen“.",
  refused:
    "{by, select, policy {Nicht aufgerufen: Die Richtlinie dafür ist „Ablehnen“.} web {Nicht aufgerufen: Diese Unterhaltung hat Text von Fremden gelesen, und die Richtlinie danach ist „Ablehnen“.} user {Du hast diesen Aufruf abgelehnt.} rate {Nicht aufgerufen: Die Höchstzahl der Aufrufe war erreicht.} other {Nicht aufgerufen.}}",
  changeRule: "Ändern",
  changedByYou: "von dir geändert",
  youChanged: "Du hast diesen Aufruf geändert",
  youChangedWhy: "Du hast diesen Aufruf geändert: „{reason}“",
  wrote: "Ausgabe",
  wroteToStderr: "Ausgabe auf stderr",
  version:
    "„{title}“ {made, select, true {erstellt} other {geändert}}, Version {nth, number} von {count, number}{answered, select, true {, von dir beantwortet} other {}}",
  goToForm: "Zum Formular",
  goToChoice: "Zur Auswahl",
  goToIt: "Dorthin",
  form: "Formular",
  choice: "Auswahl",
  figures: "Kennzahlen",
  app: "App",
  browser: "Browser",
  making: "Entsteht …",
  answered: "Von dir beantwortet",
  read: "{kind}, von dir gelesen",
  closed: "Ohne Antwort geschlossen",
  earlierAttempts: "Frühere Versuche",
  waitsForProgram: "wartet auf das Programm",
} satisfies Translation<typeof t>;
