import type { t } from "../en/client.ts";
import type { Translation } from "../translate.ts";

export default {
  unreachable: "Easel ist nicht erreichbar. Läuft es?",
  uploadFailed: "Hochladen fehlgeschlagen.",
  fileUnreachable: "Easel oder die Datei ist nicht erreichbar.",
  tooLarge: "Größer als {mb, number} MB. Sende einen Teil.",
  empty: "Leer oder ein Ordner. Hänge seine Dateien an.",
  interrupted: "Hochladen unterbrochen. Hänge die Datei noch einmal an.",
  loadFailed: "Nicht geladen. {error}",
  failed: "Fehlgeschlagen. {error}",
  none: "Noch nichts.",
  stale: "Eine andere Version ist aktiv geworden.",
} satisfies Translation<typeof t>;
