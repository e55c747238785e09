import type { t } from "../en/grid.ts";
import type { Translation } from "../translate.ts";

export default {
  notReached: "Nicht gespeichert: Easel ist nicht erreichbar.",
  computed: "{label} wird berechnet und ist nicht änderbar.",
  pasteLeft: "{left, plural, one {# Zelle passte} other {# Zellen passten}} nicht.",
  csvSafe: "Für Tabellenprogramme, ' vor Formeln",
  csvRaw: "Unverändert",
  key: "Schlüssel:",
  filterBy: "Nach {label} filtern",
  row: "Zeile",
  clearSelection: "Auswahl aufheben",
  cell: "{label}, Zeile {row, number}",
  openRow: "Zeile {row, number} öffnen",
  selectRow: "Zeile {row, number} auswählen",
  headingHint: "Enter sortiert; Umschalt+Pfeil ändert die Breite",
  editColumn: "{way, select, undo {Rückgängig} other {Wiederholen}}: {column} ändern",
  editColumns:
    "{way, select, undo {Rückgängig} other {Wiederholen}}: {count, plural, one {# Spalte} other {# Spalten}} ändern",
  addRows:
    "{way, select, undo {Rückgängig} other {Wiederholen}}: {count, plural, one {Zeile} other {# Zeilen}} hinzufügen",
  deleteRows:
    "{way, select, undo {Rückgängig} other {Wiederholen}}: {count, plural, one {Zeile} other {# Zeilen}} löschen",
  conflict: "{column} ist jetzt {now}; dein {mine} wurde nicht gespeichert.",
  notSet: "{column} wurde nicht auf {value} gesetzt.",
  columnsNotChanged: "{count, plural, one {# Spalte wurde} other {# Spalten wurden}} nicht geändert.",
  rowGone: "Die Zeile gibt es nicht mehr.",
  rowsNotAdded: "{count, plural, one {Die Zeile wurde} other {# Zeilen wurden}} nicht hinzugefügt.",
  rowsNotDeleted: "{count, plural, one {Die Zeile wurde} other {# Zeilen wurden}} nicht gelöscht.",
  saveMine: "Meine speichern",
  writeValue: "{value} schreiben",
  keepValue: "{value} behalten",
  emptyIt: "Leeren",
  keepEmpty: "Leer lassen",
  nothing: "leer",
} satisfies Translation<typeof t>;
