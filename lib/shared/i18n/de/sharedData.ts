import type { t } from "../en/sharedData.ts";
import type { Translation } from "../translate.ts";

export default {
  copiedDaily: "Kopie vor der ersten Änderung des Tages",
  copiedProgram: "Kopie, bevor eine Komponente in einem anderen Programm Zeilen geändert hat",
  copiedDestructive: "Kopie vor einem löschenden Befehl",
  copiedRestore: "Kopie vor dem Wiederherstellen einer Version",
  copiedBefore: "Kopie vor: {statement}",
  view: "{name} (Sicht)",
  rowsOf: "{name}: {count, plural, one {# Zeile} other {# Zeilen}}",
  historyStarted: "Stand zu Beginn des Verlaufs",
  indexOver: "Index über {fields}",
  nothing: "nichts",
  added: "{count, plural, one {# Dokument} other {# Dokumente}} hinzugefügt",
  changed: "{count, plural, one {# Dokument} other {# Dokumente}} geändert",
  deleted: "{count, plural, one {# Dokument} other {# Dokumente}} gelöscht",
  andMore: "{list}; und {count, number} weitere",
  undone: "Rückgängig: {changes}",
  redone: "Wiederholt: {changes}",
  createdEmpty: "Leer angelegt",
  unchanged: "Nichts geändert",
  documents: "Dokumente: {count, number}",
  bytes: "Bytes: {count, number}",
  index: "Index: {fields}",
  uniqueIndex: "Index: {fields} (eindeutig)",
} satisfies Translation<typeof t>;
