import type { t } from "../en/sharedAudit.ts";
import type { Translation } from "../translate.ts";

export default {
  reads: "liest {what}",
  changes: "ändert {what}",
  readsAndChanges: "liest und ändert {what}",
  actsOn: "wirkt auf {what}",
  readsAndActsOn: "liest und wirkt auf {what}",
  web: "das Web",
  state: "den Zustand",
  database: "die Datenbank",
  documents: "seine Dokumente",
  files: "Dateien und Bilder",
  tools: "seine Werkzeuge",
  components: "seine Komponenten",
  system_prompt: "seinen Prompt",
  learned_notes: "seine Notizen",
  memory: "sein Gedächtnis",
} satisfies Translation<typeof t>;
