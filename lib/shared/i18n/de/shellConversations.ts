import type { t } from "../en/shellConversations.ts";
import type { Translation } from "../translate.ts";

export default {
  rename: "Umbenennen",
  pinned: "Angeheftet",
  loadFailed: "Nicht geladen. Noch einmal versuchen",
  none: "Noch keine Unterhaltungen.",
  importHistory: "Aus ChatGPT oder Claude importieren",
  waiting: "wartet",
  working: "Arbeitet",
  search: "Unterhaltungen durchsuchen",
  clearSearch: "Suche leeren",
  searchIn: "Suchen in",
  more: "Mehr zu „{title}“",
  waitingCount: "Unterhaltungen, {count, plural, one {# wartet} other {# warten}} auf dich",
  deleted: "„{title}“ gelöscht",
  notDeleted: "„{title}“ nicht gelöscht. {error}",
  notRestored: "„{title}“ nicht wiederhergestellt. {error}",
  notChanged: "„{title}“ nicht {change, select, rename {umbenannt} pin {angeheftet} other {gelöst}}. {error}",
} satisfies Translation<typeof t>;
