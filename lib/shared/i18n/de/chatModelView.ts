import type { t } from "../en/chatModelView.ts";
import type { Translation } from "../translate.ts";

export default {
  itsOwnModel: "Eigenes: {model}",
  itsOwn: "Eigenes",
  model: "Modell",
  notAssembled: "Prompt nicht zusammengestellt. {problem}",
  total:
    "<b>{exact, select, true {} other {Etwa }}{total, plural, one {# Token} other {# Token}}</b> vor deiner ersten Nachricht: {text, number} für Text, {toolTokens, number} für {tools, plural, one {# Werkzeug} other {# Werkzeuge}}; {steady, number} können in den Cache.",
  copyAll: "Alles kopieren",
  systemMessage: "Systemnachricht",
  cached: "Im Cache",
  notCached: "Nicht im Cache",
  noTools: "Kein Werkzeugkasten ist immer an.",
  partIdentity: "System-Prompt und eigene Notizen",
  partFamily: "Für {family}",
  partTables: "Tabellen",
  partDocuments: "Sammlungen",
  partSchedule: "Aufgaben und Check-ins",
  partCodeHint: "Häufige Fehler im Code",
  partTrials: "Änderungen, die nicht gelten",
  partRecalled: "Erinnerte Fakten",
  partClock: "Datum und Uhrzeit",
  partWebText: "Text aus dem Web",
  partRefused: "Abgelehnte Werkzeuge",
  tokens: "{count, plural, one {# Token} other {# Token}}",
} satisfies Translation<typeof t>;
