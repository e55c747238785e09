import { english } from "../translate.ts";

export const t = english("canvasPins", {
  pinFailed: "“{pin}” not pinned. {error}",
  unpinned: "Unpinned “{pin}”",
  unpinFailed: "“{pin}” not unpinned. {error}",
  sheet: "Sheet",
  unpin: "Unpin “{title}”",
  sentElsewhere: "Sent in a new conversation",
  notSent: "Not sent. {error}",
  notSentTo: "Not sent to “{title}”. {error}",
});
