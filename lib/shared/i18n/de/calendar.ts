import type { t } from "../en/calendar.ts";
import type { Translation } from "../translate.ts";

export default {
  fileToImport: "Datei zum Importieren",
  importFile: "Importieren…",
  exportAs: "Als {format} exportieren",
  importing: "{file} importieren",
  notImported: "Nicht importiert. {error}",
  updated: "{count, number} aktualisiert",
  unchanged: "{count, number} unverändert",
  unreadable: "{count, number} unlesbar",
  more: "{count, number} weitere",
  line: "Zeile {line}",
  undone: "Rückgängig gemacht",
  deleted: "„{name}“ gelöscht",
  notSaved: "Nicht gespeichert. {error}",
  notLoaded: "Nicht geladen. {error}",
  required: "Pflichtfeld",
  repeats: "Wiederholung",
  cancelled: "abgesagt",
  daily: "Täglich",
  weekdays: "Montag bis Freitag",
  weekly: "Wöchentlich",
  monthly: "Monatlich",
  copyAddress: "Adresse kopieren",
} satisfies Translation<typeof t>;
