import type { t } from "../en/canvasPins.ts";
import type { Translation } from "../translate.ts";

export default {
  pinFailed: "„{pin}“ nicht angeheftet. {error}",
  unpinned: "„{pin}“ gelöst",
  unpinFailed: "„{pin}“ nicht gelöst. {error}",
  sheet: "Blatt",
  unpin: "„{title}“ lösen",
  sentElsewhere: "In einer neuen Unterhaltung gesendet",
  notSent: "Nicht gesendet. {error}",
  notSentTo: "Nicht an „{title}“ gesendet. {error}",
} satisfies Translation<typeof t>;
