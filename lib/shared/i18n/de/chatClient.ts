import type { t } from "../en/chatClient.ts";
import type { Translation } from "../translate.ts";

export default {
  tryAgain: "{problem} Versuch es noch einmal.",
  unreachable: "Easel ist nicht erreichbar.",
  notShown: "Nicht angezeigt.",
  sheetNotChanged: "Blatt nicht geändert.",
  notStopped: "Nicht gestoppt.",
  notSummarised: "Nicht zusammengefasst.",
  sessionNotEnded: "Sitzung nicht beendet.",
  notChanged: "Nicht geändert.",
  notRetried: "Nicht wiederholt.",
  alreadySending: "Eine andere Version wird gesendet.",
} satisfies Translation<typeof t>;
