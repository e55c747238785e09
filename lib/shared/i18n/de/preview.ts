import type { t } from "../en/preview.ts";
import type { Translation } from "../translate.ts";

export default {
  changing: "Wird geändert. Drücke für die aktuelle Version.",
  testing: "Wird ausprobiert",
  edits: "Wird geändert, {count, plural, one {# Änderung} other {# Änderungen}}",
  lines: "Wird geschrieben, {count, plural, one {# Zeile} other {# Zeilen}}",
} satisfies Translation<typeof t>;
