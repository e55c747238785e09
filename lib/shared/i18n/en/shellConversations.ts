import { english } from "../translate.ts";

export const t = english("shellConversations", {
  rename: "Rename",
  pinned: "Pinned",
  loadFailed: "Not loaded. Try again",
  none: "No conversations yet.",
  importHistory: "Import from ChatGPT or Claude",
  waiting: "waiting",
  working: "Working",
  search: "Search conversations",
  clearSearch: "Clear the search",
  searchIn: "Search in",
  more: "More for “{title}”",
  waitingCount: "Conversations, {count, number} waiting for you",
  deleted: "Deleted “{title}”",
  notDeleted: "“{title}” not deleted. {error}",
  notRestored: "“{title}” not restored. {error}",
  notChanged: "“{title}” not {change, select, rename {renamed} pin {pinned} other {unpinned}}. {error}",
});
