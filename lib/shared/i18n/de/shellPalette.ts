import type { t } from "../en/shellPalette.ts";
import type { Translation } from "../translate.ts";

export default {
  goTo: "Gehe zu",
  settings: "Einstellungen: {title}",
  goBack: "Zurück: {point}",
  theme: "Design: {name}",
  language: "Sprache: {name}",
  prompts: "Prompts",
  do: "Ausführen",
  thisConversation: "Diese Unterhaltung",
  agent: "Agent: {name}",
  restore: "„{title}“ wiederherstellen",
  otherAgents: "Bei anderen Agenten",
  matchedTitle: "Titel passt",
  messagesAndMemory: "Nachrichten, Gedächtnis und Dateien",
  searchFailed: "Suche fehlgeschlagen: Easel ist nicht erreichbar.",
  placeholder: "Suchen oder Befehl ausführen",
  noResults: "Keine Treffer für „{text}“.",
  optional: "{title} (optional)",
  insert: "In die Nachricht einfügen",
  thisPrompt: "diesem Prompt",
  firstMatches: "Erste {count, number} Unterhaltungen",
  matches: "{count, plural, one {# Unterhaltung} other {# Unterhaltungen}}",
} satisfies Translation<typeof t>;
