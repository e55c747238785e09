import type { t } from "../en/sharedMcp.ts";
import type { Translation } from "../translate.ts";

export default {
  removed:
    "{count, plural, one {# unsichtbares Zeichen} other {# unsichtbare Zeichen}} aus {source} entfernt. Nur ein Modell hätte sie gelesen.",
} satisfies Translation<typeof t>;
