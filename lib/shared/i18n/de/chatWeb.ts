import type { t } from "../en/chatWeb.ts";
import type { Translation } from "../translate.ts";

export default {
  screenshots: "Screenshots",
  showMore: "{count, number} weitere zeigen",
  screenshotOf: "Screenshot von {part}",
  screenshot: "Screenshot",
  sources: "{count, plural, one {Quelle} other {Quellen}}",
  showFewer: "Weniger zeigen",
  fewer: "Weniger",
  redirectedFrom: "Umgeleitet von",
  body: "Body",
  headers: "Header",
  showBrowser: "Browser zeigen",
  nothingFound: "Nichts gefunden.",
  newTab: "(neuer Tab)",
} satisfies Translation<typeof t>;
