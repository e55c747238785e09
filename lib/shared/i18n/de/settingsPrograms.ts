import type { t } from "../en/settingsPrograms.ts";
import type { Translation } from "../translate.ts";

export default {
  create: "Token erstellen",
  hint: "Für ein Programm. Deine Berechtigungen gelten, Freigaben warten hier.",
  program: "Programm",
  allowedTools: "Erlaubte Werkzeuge",
  allTools: "Alle Werkzeuge",
  allHint: "Auch später hinzugefügte",
  onlySome: "Nur einige",
  made: "Token von {name}",
  madeHint: "Wird nicht wieder angezeigt. Wer es hat, kann die Werkzeuge benutzen.",
  apiAddress: "Basis-URL für Programme mit der API von OpenAI",
  copyApiAddress: "Basis-URL kopieren",
  agUiAddress: "Adresse für AG-UI",
  copyAgUiAddress: "Adresse für AG-UI kopieren",
  mcpAddress: "Adresse für MCP",
  token: "Token",
  configFile: "MCP-Programme, die mcp.json lesen",
  configCommand: "MCP-Programme, die ihre Server selbst starten",
  copyToken: "Token kopieren",
  copyMcpAddress: "Adresse für MCP kopieren",
  tokens: "Tokens",
  used: "Zuletzt benutzt <used></used>, erstellt <made></made>",
  neverUsed: "Nie benutzt, erstellt <made></made>",
  revoke: "Token von {name} widerrufen",
  revokeTitle: "„{name}“ widerrufen?",
  count: "{count, plural, one {# Werkzeug} other {# Werkzeuge}}",
  revokeHint: "Entzieht den Zugriff sofort.",
  showComponents: "Komponenten zeigen",
  choiceHint:
    "Gilt auch für seine Subagenten und seinen Code: Zustand braucht get_state und set_state, Netz fetch_url. Änderungen an Aufgaben und Werkzeugen fragen dich.",
} satisfies Translation<typeof t>;
