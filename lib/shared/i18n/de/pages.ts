import type { t } from "../en/pages.ts";
import type { Translation } from "../translate.ts";

export default {
  appDescription: "Ein Agent, der mit Oberflächen antwortet",
  pageFailed: "Diese Seite lässt sich nicht anzeigen",
  appFailed: "Easel lässt sich nicht anzeigen",
  conversationsAreSafe: "Deine Unterhaltungen sind sicher.",
  searchLog: "Suche im Serverprotokoll nach {digest}.",
  notFound: "Seite nicht gefunden",
  linkOutdated: "Der Link ist vielleicht veraltet.",
  invalidResponse: "Ungültige Antwort. Versuche es noch einmal.",
  unreachable: "Easel ist nicht erreichbar. Läuft es?",

  accessTokens: "Zugriffstokens",
  accessTokensAbout: "Für Editoren, Assistenten und Skripte.",
  activity: "Aktivität",
  agentsAbout: "Jeder hat eigenes Gedächtnis und eigene Daten.",
  backgroundWork: "Hintergrundarbeit",
  channelsAbout: "Der Agent auf deinem Handy.",
  codeActivity: "Code · Aktivität",
  general: "Allgemein",
  sharedLinks: "Geteilte Links",
  sharedLinksAbout: "Wer einen Link hat, sieht sein Blatt.",
  apps: "Veröffentlichte Apps",
  appsAbout:
    "Komponenten, Blätter und Boards, die Besucher unter einer Adresse dieses Arbeitsbereichs öffnen.",
  modelView: "Was das Modell sieht",
  agentMadeTools: "Werkzeuge des Agenten",
  whenNeeded: "Bei Bedarf",
  noModel: "Kein Modell",
  notesAbout: "Schreibt der Agent für sich selbst.",
  noNotes: "Noch keine Notizen",
  promptAbout: "Gilt für neue Unterhaltungen.",
  noPrompt: "Noch kein Prompt",
  sharedSheet: "Geteiltes Blatt",
  usage: "Verbrauch",
  web: "Web",
} satisfies Translation<typeof t>;
