import type { t } from "../en/undo.ts";
import type { Translation } from "../translate.ts";

export default {
  open: "Öffnen: {words}",
  more: "und {count, number} weitere",
  openHistory: "Verlauf öffnen",
  undo: "Rückgängig: {words}",
  redo: "Wiederholen: {words}",
  confirm: "Diese Änderung der Datenbank rückgängig machen?",
  confirmHint:
    "{words}. Auch spätere Änderungen aller Tabellen gehen verloren. Eine Kopie bleibt im <link>Verlauf</link>.",
  restoreTables: "Tabellen wiederherstellen",
  changedSince: "Seitdem geändert",
  undone: "Rückgängig gemacht",
  notUndone: "Nicht rückgängig gemacht<detail>. {problem}</detail>",
} satisfies Translation<typeof t>;
