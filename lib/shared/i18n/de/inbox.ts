import type { t } from "../en/inbox.ts";
import type { Translation } from "../translate.ts";

export default {
  tryAgain: "{error} Versuch es noch einmal.",
  settled: "erledigt",
  justNow: "gerade eben",
  waiting: "wartet {since}",
  asksFirst: "Fragt immer zuerst.",
  dismissHint: "Der Agent hält an.",
  answerThere: "Antworte in der Unterhaltung.",
  dismissed: "Verworfen. Der Agent hat angehalten.",
  rejected: "Abgelehnt. Der Agent macht weiter.",
  allowedEdited: "Mit Änderungen erlaubt. Der Agent macht weiter.",
  allowed: "Erlaubt. Der Agent macht weiter.",
  answeredText: "Beantwortet: {text}. Der Agent macht weiter.",
  answered: "Beantwortet. Der Agent macht weiter.",
  settledElsewhere: "Woanders beantwortet oder angehalten.",
  answeredElsewhere: "Woanders beantwortet: {text}. Deine Antwort ging nicht ab.",
  stopped: "Angehalten. Deine Antwort ging nicht ab.",
  closedElsewhere: "Woanders geschlossen. Deine Antwort ging nicht ab.",
  beside: "Details",
  loadFailed: "Eingang nicht geladen. {error}",
  showNews: "{count, number} weitere zeigen",
  empty: "Nichts wartet auf dich",
  emptyHint: "Hier erscheinen Fragen aus allen Unterhaltungen.",
  countWaiting: "{count, number} wartend",
  nothingNow: "Gerade wartet nichts.",
} satisfies Translation<typeof t>;
