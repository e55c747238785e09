import type { t } from "../en/settings.ts";
import type { Translation } from "../translate.ts";

export default {
  settings: "Einstellungen",
  advanced: "Erweitert",
  files: "{count, plural, one {# Datei} other {# Dateien}}",
  rich: "Öffne <link>die Seite</link> von {name}",
} satisfies Translation<typeof t>;
