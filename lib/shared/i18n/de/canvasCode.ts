import type { t } from "../en/canvasCode.ts";
import type { Translation } from "../translate.ts";

export default {
  tooLarge: "Das Blatt ist zu groß zum Bearbeiten.",
  showsDocuments: "Es zeigt Dokumente, die Komponenten nicht lesen können.",
  codeOf: "Code von „{title}“",
  codeLabel: "Code von {title}",
  format: "Formatieren",
  savingAndTesting: "Speichert und testet",
  answerFirst: "Beantworte erst die Frage.",
  savesVersion: "Speichern ergibt eine neue Version.",
  savesComponent: "Speichern legt sie in die Bibliothek.",
  savesNamed: "Speichern ergibt eine neue Version von „{name}“ in der Bibliothek.",
  atLine: "Zeile {line, number}: {message}",
  testFailed: "Nicht gespeichert: Test fehlgeschlagen. {message}",
  newerVersion: "Die Bibliothek hat eine neuere Version. Speichere noch einmal, um sie zu ersetzen.",
  notSaved: "Nicht gespeichert. {message}",
  saveAnyway: "Trotzdem speichern",
  kept: "Behalten",
  inLibrary: "„{name}“ in der Bibliothek",
  notKept: "„{title}“ nicht behalten. {error}",
  keepAnyway: "Trotzdem behalten",
  keepInLibrary: "In der Bibliothek behalten",
  keeping: "Behält…",
  keep: "Behalten",
} satisfies Translation<typeof t>;
