import type { t } from "../en/projects.ts";
import type { Translation } from "../translate.ts";

export default {
  newProject: "Neues Projekt",
  nameOfProject: "Name des Projekts",
  none: "Ein Projekt enthält die Unterhaltungen, Dateien und Boards eines Themas, mit Anweisungen für den Agenten. Die Suche bleibt darin.",
  contents:
    "{conversations, plural, =0 {} one {# Unterhaltung} other {# Unterhaltungen}}{files, plural, =0 {} one { · # Datei} other { · # Dateien}}",
  notCreated: "Projekt nicht angelegt. {error}",
  gone: "Dieses Projekt gibt es nicht mehr. Sieh im Verlauf nach.",
  more: "Mehr für „{name}“",
  rename: "Umbenennen",
  delete: "Projekt löschen",
  deleted: "„{name}“ gelöscht. Unterhaltungen und Dateien bleiben.",
  notDeleted: "„{name}“ nicht gelöscht. {error}",
  notRenamed: "„{name}“ nicht umbenannt. {error}",
  notRestored: "„{name}“ nicht wiederhergestellt. {error}",
  instructionsHint: "Was der Agent in jeder Unterhaltung dieses Projekts wissen und tun soll",
  addFiles: "Dateien hinzufügen",
  dropFiles: "Dateien ablegen, um sie dem Projekt hinzuzufügen",
  noFiles: "Dateien, die du hier hinzufügst, kann der Agent in jeder Unterhaltung des Projekts lesen.",
  takeOut: "„{name}“ aus dem Projekt nehmen",
  notTakenOut: "„{name}“ nicht herausgenommen. {error}",
  addBoard: "Board hinzufügen",
  boardsNotChanged: "Boards nicht geändert. {error}",
  noConversations: "Noch keine Unterhaltungen.",
  project: "Projekt",
  noProject: "Kein Projekt",
  openProject: "Projekt öffnen",
  notMoved: "Nicht verschoben. {error}",
} satisfies Translation<typeof t>;
