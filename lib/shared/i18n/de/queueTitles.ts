import type { t } from "../en/queueTitles.ts";
import type { Translation } from "../translate.ts";

export default {
  fire: "Fällige Aufgaben starten",
  "settle-firings": "Ergebnisse von Aufgaben festhalten",
  "divide-sessions": "Fällige Sitzungen mit einer Zusammenfassung beenden",
  "prune-chunks": "Streams fertiger Nachrichten löschen",
  "purge-conversations": "Gelöschte Unterhaltungen entfernen",
  "purge-agents": "Agenten entfernen, die vor 30 Tagen gelöscht oder unvollständig angelegt wurden",
  "forget-requests": "Alte Anfragen aus dem Protokoll entfernen",
  "forget-executions": "Alte Codeläufe aus dem Protokoll entfernen",
  "forget-traffic": "Alte Nachrichten der Kanäle entfernen",
  "sweep-files": "Unbenutzte Dateien entfernen",
  "sweep-facts": "Abgelaufene Fakten aus dem Gedächtnis entfernen",
  "sweep-documents": "Alte Versionen von Sammlungen entfernen",
  "settle-app-writes": "Einträge von App-Besuchern vervollständigen",
  "settle-dead-calls": "Budget von Aufrufen freigeben, deren Server gestoppt ist",
  "forget-firings": "Alte Läufe von Aufgaben entfernen",
  "look-at-tables": "Bedingungen von Tabellen prüfen",
  "tidy-facts": "Fakten im Gedächtnis zusammenführen, falls eingeschaltet",
  push: "Benachrichtigung an einen Browser senden",
  "tell-waiting": "Auf ungesehene Fragen hinweisen",
  "sync-calendar": "Kalender und Kontakte mit ihren Servern abgleichen",
  "due-calendars": "Fällige Kalender einreihen",
  "index-texts": "Neue Texte für die semantische Suche indexieren",
} satisfies Translation<typeof t>;
