import type { t } from "../en/chatFiles.ts";
import type { Translation } from "../translate.ts";

export default {
  input: "Dateien zum Anhängen",
  attach: "Dateien anhängen",
  attached: "Angehängte Dateien",
  retry: "{name} erneut hochladen",
  cancel: "{name} abbrechen",
  remove: "{name} entfernen",
  storing: "Wird gespeichert",
  progress: "{percent, number} % von {size}",
  tooMany: "{count, plural, one {# Datei} other {# Dateien}} nicht angehängt: höchstens 30 je Nachricht.",
  attachFromServer: "Von einem MCP-Server anhängen",
  searchResources: "Ressourcen suchen",
  nothingOffered: "Nichts anzuhängen. Füge Server unter Einstellungen, MCP hinzu.",
  firstOf: "{server}, die ersten {count, number}",
} satisfies Translation<typeof t>;
